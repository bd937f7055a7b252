print -l *(.)
