package git

import "syscall"

func (s *stat) times(st *syscall.Stat_t) {
	s.mtime = moment{uint32(st.Mtimespec.Sec), uint32(st.Mtimespec.Nsec)}
	s.ctime = moment{uint32(st.Ctimespec.Sec), uint32(st.Ctimespec.Nsec)}
}
