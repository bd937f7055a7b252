package git

import "syscall"

func (s *stat) times(st *syscall.Stat_t) {
	s.mtime = moment{uint32(st.Mtim.Sec), uint32(st.Mtim.Nsec)}
	s.ctime = moment{uint32(st.Ctim.Sec), uint32(st.Ctim.Nsec)}
}
