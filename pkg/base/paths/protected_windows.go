package paths

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"unsafe"

	"golang.org/x/sys/windows"
)

// administrators are the system, the group of administrators and the installer of
// Windows.
var administrators = []string{"S-1-5-18", "S-1-5-32-544", "S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464"}

// writing are the rights with which a file or directory, or what may be done
// with it, is changed.
const writing = windows.FILE_WRITE_DATA | windows.FILE_APPEND_DATA | windows.FILE_WRITE_EA | windows.FILE_WRITE_ATTRIBUTES |
	deleteChild | windows.DELETE | windows.WRITE_DAC | windows.WRITE_OWNER | windows.GENERIC_WRITE | windows.GENERIC_ALL

// Values of Windows that the library has no names for.
const (
	deleteChild = 0x40 // FILE_DELETE_CHILD
	allowed     = 0    // ACCESS_ALLOWED_ACE_TYPE
	denied      = 1    // ACCESS_DENIED_ACE_TYPE
)

// protected returns an error unless a file can be written by administrators
// alone. Below %ProgramData% a new directory inherits that all users may add
// files to it.
func protected(path string, _ fs.FileInfo) error {
	if machine != "" {
		return nil
	}
	sd, err := windows.GetNamedSecurityInfo(path, windows.SE_FILE_OBJECT, windows.OWNER_SECURITY_INFORMATION|windows.DACL_SECURITY_INFORMATION)
	if err != nil {
		return err
	}
	owner, _, err := sd.Owner()
	if err != nil {
		return err
	}
	if !slices.Contains(administrators, owner.String()) {
		return errors.New("does not belong to the administrators")
	}
	list, _, err := sd.DACL()
	if err != nil {
		return err
	}
	if list == nil {
		return errors.New("all users may write it")
	}
	for i := range uint32(list.AceCount) {
		var ace *windows.ACCESS_ALLOWED_ACE
		if err := windows.GetAce(list, i, &ace); err != nil {
			return err
		}
		if ace.Header.AceType == denied || ace.Header.AceFlags&windows.INHERIT_ONLY_ACE != 0 {
			continue
		}
		who := (*windows.SID)(unsafe.Pointer(&ace.SidStart)).String()
		if ace.Header.AceType != allowed || ace.Mask&writing != 0 && !slices.Contains(administrators, who) {
			return fmt.Errorf("%s may write it", who)
		}
	}
	return nil
}

// systemDrive returns the drive of Windows. The variables that say it are the
// user's to set.
func systemDrive() string {
	if dir, err := windows.GetSystemWindowsDirectory(); err == nil {
		return filepath.VolumeName(dir)
	}
	return "C:"
}
