package store

import (
	"errors"
	"io/fs"
	"os"
	"unsafe"

	"golang.org/x/sys/windows"

	"dossier/aggregate/diskwrite"
)

const openFlags = 0

// placeFile renames a file to an unused name. With a link, the first name would have to be
// removed afterwards, which fails while another program, such as a virus scanner, reads the new
// file; and not every Windows file system supports links.
func placeFile(root *os.Root, old, new string) error {
	dir, err := root.Open(".")
	if err != nil {
		return err
	}
	defer dir.Close()
	return diskwrite.Retry(func() error {
		if err := renameNew(windows.Handle(dir.Fd()), old, new); err != nil {
			return &os.LinkError{Op: "rename", Old: old, New: new, Err: err}
		}
		return nil
	})
}

// renameNew renames a file within the folder dir to an unused name.
func renameNew(dir windows.Handle, old, new string) error {
	name, err := windows.NewNTUnicodeString(old)
	if err != nil {
		return err
	}
	at := &windows.OBJECT_ATTRIBUTES{RootDirectory: dir, ObjectName: name}
	at.Length = uint32(unsafe.Sizeof(*at))
	var (
		file   windows.Handle
		status windows.IO_STATUS_BLOCK
	)
	err = windows.NtCreateFile(&file, windows.DELETE|windows.SYNCHRONIZE, at, &status, nil, 0,
		windows.FILE_SHARE_READ|windows.FILE_SHARE_WRITE|windows.FILE_SHARE_DELETE, windows.FILE_OPEN,
		windows.FILE_OPEN_REPARSE_POINT|windows.FILE_SYNCHRONOUS_IO_NONALERT, 0, 0)
	if err != nil {
		return errnoOf(err)
	}
	defer windows.CloseHandle(file)
	chars, err := windows.UTF16FromString(new)
	if err != nil {
		return err
	}
	var info struct { // FILE_RENAME_INFORMATION
		ReplaceIfExists bool
		RootDirectory   windows.Handle
		FileNameLength  uint32
		FileName        [windows.MAX_PATH]uint16
	}
	if len(chars) > len(info.FileName) {
		return windows.ERROR_FILENAME_EXCED_RANGE
	}
	info.RootDirectory = dir
	info.FileNameLength = uint32(copy(info.FileName[:], chars)-1) * 2 // bytes, without the terminating zero
	return errnoOf(windows.NtSetInformationFile(file, &status, (*byte)(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info)), windows.FileRenameInformation))
}

// errnoOf converts a kernel status to an error that package errors knows.
func errnoOf(err error) error {
	if status, ok := err.(windows.NTStatus); ok {
		return status.Errno()
	}
	return err
}

// syncFolder does nothing: Windows cannot sync a folder.
func syncFolder(*os.Root) error { return nil }

func noSpace(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL)
}

func readOnly(err error) bool { return errors.Is(err, windows.ERROR_WRITE_PROTECT) }

// heldOpen reports whether the only cause is that another program has the file open.
func heldOpen(err error) bool {
	return errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_LOCK_VIOLATION)
}

func diskFault(err error) bool {
	return errors.Is(err, windows.ERROR_CRC) || errors.Is(err, windows.ERROR_IO_DEVICE)
}

// keepOwner does nothing: on Windows the owner is inherited from the folder.
func keepOwner(_ file, _ fs.FileInfo, bits fs.FileMode) (fs.FileMode, error) { return bits, nil }

// noLinks reports whether an error means that the file system has no hard links.
func noLinks(err error) bool {
	return errors.Is(err, windows.ERROR_INVALID_FUNCTION) || errors.Is(err, windows.ERROR_NOT_SUPPORTED) ||
		errors.Is(err, windows.ERROR_TOO_MANY_LINKS) || errors.Is(err, windows.ERROR_PRIVILEGE_NOT_HELD)
}
