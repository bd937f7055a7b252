package batch_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/batch"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/langtest"
	"github.com/ctxhook/ctxhook/rules"
)

func TestBatch(t *testing.T) {
	langtest.Run(t, func(s string) []lang.Step { return batch.Read(s, rules.Function) },
		langtest.Of("del", `del /s /q C:\a\* & del b`, `rm -r -f C:\a\*(glob)`, "rm -f b"),
		langtest.Of("settings of programs", `rd /s /q %AppData% & del "%LOCALAPPDATA%\x"`, `rm -r -f <home>\AppData\Roaming`, `rm -f <home>\AppData\Local\x`),
		langtest.Of("rd", `rd /s /q "C:\a b" && rmdir c || rd/s/q %USERPROFILE%\d`, `rm -r -f C:\a b`, "rmdir c", `rm -r -f <home>\d`),
		langtest.Of("format and power", `format D: /q & shutdown /s /t 0`, "format: format D:", "shutdown /s /t 0"),
		langtest.Of("redirection", `echo x > a.txt 2>&1 & type b >> nul`, "tee a.txt", "cat b"),
		langtest.Of("control", `if exist a del a & for %%i in (*.log) do del %%i`, "rm -f a", "rm -f <%%i>"),
		langtest.Of("a loop that is typed", `for %f in (*.o a) do del %f & rd /s %f`, "rm -f <%f>", "rm -r <%f>"),
		langtest.Of("a variable with a blank in its name", `del "%a b%" & del "%ProgramFiles(x86)%\c"`, "rm -f <$A B>", `rm -f <$PROGRAMFILES(X86)>\c`),
		langtest.Of("not shown", `@echo off & @rd /s x`, "rm -r x"),
		langtest.Of("nested", `cmd /c "rd /s z" & start "t" calc`, "cmd| rd /s z", "calc"),
		langtest.Of("data", "echo del /s x\nrem rd /s y\ncd z"),
	)
}
