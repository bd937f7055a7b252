.ONESHELL:
all:
	@cd sub
	@rm -rf x
	echo $(undefined)
