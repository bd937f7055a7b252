package e2e

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// asUser runs a command in a terminal of the user's: one that this process shows,
// as a terminal emulator does. That of script would be refused.
func (w *world) asUser(t *testing.T, command string, typed ...string) string {
	t.Helper()
	shown, terminal := openTerminal(t)
	defer shown.Close()
	c := exec.Command("sh", "-c", command)
	c.Dir, c.Env = w.project, w.env
	c.Stdin, c.Stdout, c.Stderr = terminal, terminal, terminal
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	err := c.Start()
	terminal.Close()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range typed {
		if _, err := shown.WriteString(line + "\n"); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	_, _ = io.Copy(&out, shown) // ends with an error when the last process is gone
	if err := c.Wait(); err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out.String())
	}
	return strings.ReplaceAll(out.String(), "\r\n", "\n")
}

// openTerminal makes a terminal, and returns both of its sides.
func openTerminal(t *testing.T) (shown, terminal *os.File) {
	t.Helper()
	shown, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	locked, number := int32(0), int32(0)
	for request, value := range map[uintptr]*int32{syscall.TIOCSPTLCK: &locked, syscall.TIOCGPTN: &number} {
		if _, _, e := syscall.Syscall(syscall.SYS_IOCTL, shown.Fd(), request, uintptr(unsafe.Pointer(value))); e != 0 {
			t.Fatal(e)
		}
	}
	terminal, err = os.OpenFile("/dev/pts/"+strconv.Itoa(int(number)), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return shown, terminal
}
