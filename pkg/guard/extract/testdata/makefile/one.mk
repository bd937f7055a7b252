.ONESHELL:
all:
	@cd sub
	@rm -rf x
	echo $(undefined)
LINES := $(shell wc -l < $(FILE) | tr -d ' ') $(shell echo $$HOME)
