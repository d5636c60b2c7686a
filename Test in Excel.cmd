@echo off
rem Tests MasterMind in an invisible Excel and shows the report: double-click this file after
rem "Play MasterMind.cmd". It takes some minutes and changes no workbook and no setting.
setlocal EnableExtensions DisableDelayedExpansion
title MasterMind
set "PLACE=%USERPROFILE%\MasterMind"
set "PYTHON=%PLACE%\python\Scripts\python.exe"
set "REPORT=%PLACE%\xl-mastermind-report.txt"

if not exist "%PYTHON%" goto missing
pushd "%PLACE%"
if exist "%REPORT%" del "%REPORT%"
"%PYTHON%" -I -m xl_mastermind doctor --excel
if not exist "%REPORT%" goto failed
start "" notepad "%REPORT%"
exit /b 0

:missing
echo MasterMind is not installed. Please double-click "Play MasterMind.cmd" first.
:failed
pause
exit /b 1
