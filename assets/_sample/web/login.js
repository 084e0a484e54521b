const form = document.getElementById("login");
const error = document.getElementById("error");

/** Sends the credentials as typed and returns the reason for a refusal, or null. */
async function logIn(email, password) {
  const response = await fetch("/api/login", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (response.ok) {
    return null;
  }
  const body = await response.json().catch(() => ({}));
  return body.error ?? `the server answered ${response.status}`;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const data = new FormData(form);
  const reason = await logIn(data.get("email"), data.get("password"));
  if (reason === null) {
    location.assign("/orders.html");
    return;
  }
  error.textContent = reason;
  error.hidden = false;
});
