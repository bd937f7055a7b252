# Build
Remove-Item out -Recurse
