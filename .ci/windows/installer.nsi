; The installer for Windows, for one user, without administrator rights: the program, an entry of the
; start menu, and the way to remove both. It leaves the PATH alone, because a longer one than 1,024
; characters would be cut. VERSION, FOLDER (what is installed) and OUT are given by build.
Target amd64-unicode
ManifestDPIAware true
Name "Dossier ${VERSION}"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Dossier"
InstallDirRegKey HKCU "Software\Dossier" "Folder"
RequestExecutionLevel user
SetDateSave off
SetCompressor /SOLID lzma
Icon "dossier.ico"
UninstallIcon "dossier.ico"

!define REMOVAL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Dossier"
!define COMMAND "Software\Microsoft\Windows\CurrentVersion\App Paths\dossier.exe"

Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

Section
	SetOutPath "$INSTDIR"
	; A program that runs cannot be replaced. The default would be to go on without it.
	SetOverwrite try
	ClearErrors
	File "${FOLDER}/dossier.exe"
	IfErrors 0 +2
		Abort "dossier.exe is in use. Close Dossier, then install it again."
	SetOverwrite on
	File "${FOLDER}/LICENSE.txt"
	File "${FOLDER}/third-party-notices.txt"
	WriteUninstaller "$INSTDIR\uninstall.exe"
	CreateShortcut "$SMPROGRAMS\Dossier.lnk" "$INSTDIR\dossier.exe"
	WriteRegStr HKCU "Software\Dossier" "Folder" "$INSTDIR"
	WriteRegStr HKCU "${COMMAND}" "" "$INSTDIR\dossier.exe"
	WriteRegStr HKCU "${REMOVAL}" "DisplayName" "Dossier"
	WriteRegStr HKCU "${REMOVAL}" "DisplayVersion" "${VERSION}"
	WriteRegStr HKCU "${REMOVAL}" "DisplayIcon" "$INSTDIR\dossier.exe"
	WriteRegStr HKCU "${REMOVAL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
	WriteRegDWORD HKCU "${REMOVAL}" "NoModify" 1
	WriteRegDWORD HKCU "${REMOVAL}" "NoRepair" 1
SectionEnd

Section "Uninstall"
	ClearErrors
	Delete "$INSTDIR\dossier.exe"
	IfErrors 0 +2
		Abort "dossier.exe is in use. Close Dossier, then remove it again."
	Delete "$INSTDIR\LICENSE.txt"
	Delete "$INSTDIR\third-party-notices.txt"
	Delete "$INSTDIR\uninstall.exe"
	RMDir "$INSTDIR"
	Delete "$SMPROGRAMS\Dossier.lnk"
	DeleteRegKey HKCU "Software\Dossier"
	DeleteRegKey HKCU "${COMMAND}"
	DeleteRegKey HKCU "${REMOVAL}"
SectionEnd
