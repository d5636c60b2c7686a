@echo off
rem Installs or updates MasterMind and opens the board: double-click this file.
rem
rem It writes to the folder MasterMind of your user folder only: MasterMind.xlsm is the board
rem with your games and scores; python can be installed again at any time. It needs no
rem administrator. You may delete the folder of this file afterwards.
setlocal EnableExtensions DisableDelayedExpansion
title MasterMind
set "PLACE=%USERPROFILE%\MasterMind"
set "PYTHON=%PLACE%\python\Scripts\python.exe"

rem Python cannot be installed in a folder without a drive letter.
set "WHY=Your user folder is on a server (such as \\server\share), but MasterMind needs a drive such as C: or H:. Ask your administrator for one, or play MasterMind.xlsx, which needs no installation."
if "%PLACE:~0,2%"=="\\" goto failed

rem Run no program of the downloads folder as Python, and download no Python without a
rem message.
set "NoDefaultCurrentDirectoryInExePath=1"
set "PYTHON_MANAGER_AUTOMATIC_INSTALL=False"

rem Install only from the folder of this file, and only if it has the project, the program and
rem the workbook of MasterMind: run no code of another project beside this file.
set "FOLDER="
if not exist "%~dp0pyproject.toml" goto begin
if not exist "%~dp0xl_mastermind\install\launch.py" goto begin
if not exist "%~dp0workbook\MasterMind.xlsm" goto begin
"%SystemRoot%\System32\find.exe" "name = ""xl-mastermind""" <"%~dp0pyproject.toml" >nul 2>nul
if "%ERRORLEVEL%"=="0" set "FOLDER=%~dp0"
:begin
set "WHY=This file alone cannot install MasterMind. Please download and unpack the whole folder, then double-click the file there, or play MasterMind.xlsx, which needs no installation."

rem After the first time, use the Python of step 2, unless its base Python was removed.
rem Here and below, -I excludes modules of other folders.
if not exist "%PYTHON%" goto find
"%PYTHON%" -I -c "import pip" >nul 2>nul
if "%ERRORLEVEL%"=="0" goto install

rem 1. Find a Python that is new enough. The python.exe of Windows only opens the Store: it
rem returns neither 100 nor 101 and is ignored. Some Pythons are started by scripts, from
rem which only "cmd /c" returns.
:find
if not defined FOLDER goto failed
set "FOUND="
set "OLD="
call :ask py -3
if not defined FOUND call :ask python
if defined FOUND goto make
set "WHY=MasterMind needs Python. Please install it from https://www.python.org/downloads/ and double-click this file again."
if not defined OLD goto failed
cmd /d /c %OLD% -c "import sys; print('This is Python ' + sys.version.split()[0] + ', and MasterMind needs Python 3.11 or newer.')"
set "WHY=Please install a newer Python from https://www.python.org/downloads/ and double-click this file again."
goto failed

:ask
cmd /d /c %* -c "import sys; sys.exit(100 + (sys.version_info >= (3, 11)))" >nul 2>nul
if "%ERRORLEVEL%"=="101" set "FOUND=%*"
if "%ERRORLEVEL%"=="100" set "OLD=%*"
goto :eof

rem 2. Create a separate Python environment for MasterMind.
:make
set "WHY=A Python for MasterMind could not be installed in your user folder. Please free some disk space, or install Python again from https://www.python.org/downloads/, then double-click this file again."
if not exist "%PLACE%" md "%PLACE%"
pushd "%PLACE%"
if /i not "%CD%"=="%PLACE%" goto failed
cmd /d /c %FOUND% -I -m venv --clear python
if not "%ERRORLEVEL%"=="0" goto failed

rem 3. Install or update MasterMind. If this file is alone, open the installed MasterMind.
:install
if not defined FOLDER goto installed
echo Installing or updating MasterMind. This may take a minute or two.
set "WHY=MasterMind could not be installed, for the reason above. Please connect to the internet, close Excel and LibreOffice, then double-click this file again."
pushd "%~dp0"
"%PYTHON%" -I -m pip install --quiet --disable-pip-version-check --upgrade .
if "%ERRORLEVEL%"=="0" goto connect
:installed
"%PYTHON%" -I -m xl_mastermind --version >nul 2>nul
if not "%ERRORLEVEL%"=="0" goto failed
echo MasterMind could not be updated. The installed version opens.

rem 4. Connect Excel and LibreOffice with this Python.
:connect
set "WHY=MasterMind could not be connected with Excel or LibreOffice, for the reason above. Please solve it, then double-click this file again."
"%PYTHON%" -I -m xl_mastermind setup
if not "%ERRORLEVEL%"=="0" goto failed

rem 5. Open the board. Write it if it does not exist yet; keep games and scores.
set "WHY=The board could not be opened, for the reason above. Please solve it, then double-click this file again."
"%PYTHON%" -I -m xl_mastermind open "%PLACE%\MasterMind.xlsm"
if not "%ERRORLEVEL%"=="0" goto failed
exit /b 0

:failed
echo.
echo %WHY%
pause
exit /b 1
