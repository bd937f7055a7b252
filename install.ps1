<#
.SYNOPSIS
Installs a release of ctxhook on Windows and registers it with the agent.

.DESCRIPTION
Takes a release, checks it, installs ctxhook.exe and, in the project of the
current directory, runs "ctxhook init" and "ctxhook doctor". A release is refused
if its checksum differs or is missing, and, where cosign is installed, if it is
not signed by the workflow that makes releases. Where no release is to be had it
builds one with Go.

.EXAMPLE
.\install.ps1
.EXAMPLE
.\install.ps1 -Release v0.1.0 -InitOptions --user
#>
[CmdletBinding()]
param(
    # v1.2.3, or latest
    [ValidatePattern('^[0-9A-Za-z.+-]+$')]
    [string] $Release = 'latest',
    # Where the program goes
    [string] $Directory = (Join-Path $env:LOCALAPPDATA 'Programs\ctxhook'),
    # Where releases are taken from, such as a mirror
    [string] $From = 'https://github.com/ctxhook/ctxhook/releases',
    # Install the program only
    [switch] $NoInit,
    # Options of "ctxhook init": --project, --local or --user
    [string[]] $InitOptions = @()
)

$ErrorActionPreference = 'Stop'
Set-StrictMode -Version Latest
$ProgressPreference = 'SilentlyContinue' # its bar makes downloads many times slower
[Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12

$repository = 'https://github.com/ctxhook/ctxhook'
$releases = $From.TrimEnd('/')

function Save-Url([string] $Url, [string] $File) {
    Invoke-WebRequest -UseBasicParsing -Uri $Url -OutFile $File
}

# Builds what the Go checksum database knows as this release.
function Build-Program([string] $Version, [string] $To) {
    if (-not (Get-Command go -ErrorAction SilentlyContinue)) {
        throw 'there is no release to take, and go is needed to build ctxhook: https://go.dev/dl'
    }
    Write-Host 'building ctxhook'
    $bin = $env:GOBIN
    $cgo = $env:CGO_ENABLED
    try {
        $env:GOBIN = $To
        $env:CGO_ENABLED = '0'
        & go install -trimpath '-ldflags=-s -w' "github.com/ctxhook/ctxhook@$Version"
        if ($LASTEXITCODE -ne 0) { throw 'go install failed' }
    } finally {
        $env:GOBIN = $bin
        $env:CGO_ENABLED = $cgo
    }
}

# Checks who wrote checksums.txt.
function Confirm-Signature([string] $Place, [string] $Version, [string] $Sums) {
    if (-not (Get-Command cosign -ErrorAction SilentlyContinue)) {
        Write-Warning 'cosign is not installed: the signature is not checked'
        return
    }
    Save-Url "$Place/checksums.txt.sigstore.json" "$Sums.sigstore.json"
    & cosign verify-blob --bundle "$Sums.sigstore.json" `
        --certificate-identity "$repository/.github/workflows/release.yml@refs/tags/v$Version" `
        --certificate-oidc-issuer https://token.actions.githubusercontent.com $Sums
    if ($LASTEXITCODE -ne 0) { throw "the signature of release $Version is wrong: nothing is installed" }
}

$work = Join-Path ([IO.Path]::GetTempPath()) ([IO.Path]::GetRandomFileName())
New-Item -ItemType Directory -Path $work | Out-Null
try {
    # A 32-bit PowerShell names the system's architecture in the second variable.
    $machine = if ($env:PROCESSOR_ARCHITEW6432) { $env:PROCESSOR_ARCHITEW6432 } else { $env:PROCESSOR_ARCHITECTURE }
    $arch = switch ($machine) {
        'AMD64' { 'amd64' }
        'ARM64' { 'arm64' }
        default { '' }
    }
    $version = $Release -replace '^v', ''
    $place = if ($version -eq 'latest') { "$releases/latest/download" } else { "$releases/download/v$version" }
    $sums = Join-Path $work 'checksums.txt'
    $found = $arch -ne ''
    if ($found) {
        try {
            Save-Url "$place/checksums.txt" $sums
        } catch {
            Write-Warning "no release was found: $place/checksums.txt"
            $found = $false
        }
    }
    if ($found) {
        $pattern = if ($version -eq 'latest') { '.+' } else { [regex]::Escape($version) }
        $line = @(Get-Content $sums) -match "^[0-9a-f]{64} [ *]ctxhook_${pattern}_windows_$arch\.zip$"
        if ($line.Count -ne 1) { throw "checksums.txt has no checksum for windows ${arch}: nothing is installed" }
        $want, $archive = -split $line[0]
        $archive = $archive.TrimStart('*')
        $version = $archive -replace '^ctxhook_(.+)_windows_.*$', '$1'
        $place = "$releases/download/v$version"
        Confirm-Signature $place $version $sums
        $file = Join-Path $work $archive
        Save-Url "$place/$archive" $file
        $got = (Get-FileHash -Algorithm SHA256 $file).Hash.ToLowerInvariant()
        if ($got -ne $want) { throw "$archive was changed: its checksum is $got, not ${want}: nothing is installed" }
        Expand-Archive -Path $file -DestinationPath $work
        Write-Host "ctxhook $version for windows ${arch}: the checksum is right"
    } else {
        Build-Program $(if ($version -eq 'latest') { 'latest' } else { "v$version" }) $work
    }

    # One large write: a file written in small pieces starts more slowly.
    New-Item -ItemType Directory -Force -Path $Directory | Out-Null
    $program = Join-Path $Directory 'ctxhook.exe'
    $new = "$program.new"
    [IO.File]::WriteAllBytes($new, [IO.File]::ReadAllBytes((Join-Path $work 'ctxhook.exe')))
    Move-Item -Force $new $program
    Write-Host "installed $program"
} finally {
    Remove-Item -Recurse -Force $work
}

if (($env:Path -split ';') -notcontains $Directory) {
    Write-Warning "$Directory is not on PATH; to type ctxhook, add it in the settings of Windows"
    if ($InitOptions.Count -eq 0) { $InitOptions = @('--local') }
    $env:Path = "$Directory;$env:Path"
}
if (-not $NoInit) {
    & $program init @InitOptions
    if ($LASTEXITCODE -ne 0) { exit $LASTEXITCODE }
    & $program doctor
    exit $LASTEXITCODE
}
