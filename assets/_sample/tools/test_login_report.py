import json
import unittest

from login_report import Config, read


def refused(reason: str, email: str) -> str:
    return json.dumps({"level": "WARN", "msg": "login refused", "reason": reason, "email": email})


class ReadTest(unittest.TestCase):
    def test_counts_by_reason_and_address(self):
        log = [refused("wrong password", "ada@example.com")] * 2 + [refused("no such account", "Ada@Example.com")]
        report = read(log, Config())
        self.assertEqual(report.total, 3)
        self.assertEqual(report.reasons["wrong password"]["ada@example.com"], 2)

    def test_other_events_and_blank_lines_do_not_count(self):
        self.assertEqual(read(['{"msg": "started"}', "", "\n"], Config()).total, 0)

    def test_a_broken_line_is_reported(self):
        self.assertEqual(read(['{"msg": '], Config()).bad_lines, 1)

    def test_alarm_needs_a_share_and_a_minimum(self):
        few = read([refused("no such account", "a@b.c")] * 3, Config())
        many = read([refused("no such account", "a@b.c")] * 4, Config())
        self.assertFalse(few.alarming(Config()))
        self.assertTrue(many.alarming(Config()))

    def test_ignored_addresses_do_not_count(self):
        self.assertEqual(read([refused("wrong password", "eve@x.y")], Config(ignore=frozenset({"eve@x.y"}))).total, 0)


if __name__ == "__main__":
    unittest.main()
