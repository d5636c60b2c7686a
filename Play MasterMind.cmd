@echo off
rem Installs MasterMind, or updates it, and opens the board: double-click this file.
rem
rem All that it makes lies in the folder MasterMind of your user folder: MasterMind.xlsm,
rem the board with your games and scores, and python, which can be made anew at any time.
rem No administrator is asked, and the folder of this file may be deleted afterwards.
setlocal EnableExtensions DisableDelayedExpansion
title MasterMind
set "PLACE=%USERPROFILE%\MasterMind"
set "PYTHON=%PLACE%\python\Scripts\python.exe"

rem Python cannot be set up in a folder that has no letter of a drive.
set "WHY=Your user folder lies on a server, as \\server\share, and MasterMind can only be installed on a drive such as C: or H:. Ask whoever looks after this computer for one, or play MasterMind.xlsx, which needs no installation."
if "%PLACE:~0,2%"=="\\" goto failed

rem A program among your downloads is not to be taken for Python, and no Python is to
rem be downloaded without a word.
set "NoDefaultCurrentDirectoryInExePath=1"
set "PYTHON_MANAGER_AUTOMATIC_INSTALL=False"

rem MasterMind is installed from the folder of this file, and from no other place: where
rem its project, its program and its workbook lie. A project beside this file that lacks one
rem of them is not MasterMind, and none of its code is run.
set "FOLDER="
if not exist "%~dp0pyproject.toml" goto begin
if not exist "%~dp0xl_mastermind\install\launch.py" goto begin
if not exist "%~dp0workbook\MasterMind.xlsm" goto begin
"%SystemRoot%\System32\find.exe" "name = ""xl-mastermind""" <"%~dp0pyproject.toml" >nul 2>nul
if "%ERRORLEVEL%"=="0" set "FOLDER=%~dp0"
:begin
set "WHY=This file alone cannot install MasterMind: download and unpack the whole folder and double-click it there, or play MasterMind.xlsx, which needs no installation."

rem The second time, the Python of step 2 is there, and works unless its own was removed.
rem Here and below, -I keeps out modules that lie elsewhere.
if not exist "%PYTHON%" goto find
"%PYTHON%" -I -c "import pip" >nul 2>nul
if "%ERRORLEVEL%"=="0" goto install

rem 1. Find a Python that is new enough. The python.exe that comes with Windows only
rem leads to a shop: it does not answer 100 or 101, and is passed over. Some Pythons are
rem started by scripts, from which only "cmd /c" comes back.
:find
if not defined FOLDER goto failed
set "FOUND="
set "OLD="
call :ask py -3
if not defined FOUND call :ask python
if defined FOUND goto make
set "WHY=MasterMind needs Python: install it from https://www.python.org/downloads/ and double-click this file again."
if not defined OLD goto failed
cmd /d /c %OLD% -c "import sys; print('This is Python ' + sys.version.split()[0] + ', and MasterMind needs Python 3.11 or newer.')"
set "WHY=Install a newer Python from https://www.python.org/downloads/ and double-click this file again."
goto failed

:ask
cmd /d /c %* -c "import sys; sys.exit(100 + (sys.version_info >= (3, 11)))" >nul 2>nul
if "%ERRORLEVEL%"=="101" set "FOUND=%*"
if "%ERRORLEVEL%"=="100" set "OLD=%*"
goto :eof

rem 2. Give MasterMind a Python of its own, so that yours stays as it is.
:make
set "WHY=A Python for MasterMind could not be made in your user folder: make room on the disk, or install Python anew from https://www.python.org/downloads/, and double-click this file again."
if not exist "%PLACE%" md "%PLACE%"
pushd "%PLACE%"
if /i not "%CD%"=="%PLACE%" goto failed
cmd /d /c %FOUND% -I -m venv --clear python
if not "%ERRORLEVEL%"=="0" goto failed

rem 3. Install MasterMind, or update it. Where this file is alone, what it has installed
rem before is opened.
:install
if not defined FOLDER goto installed
echo MasterMind is being installed or updated. This may take a minute or two.
set "WHY=MasterMind could not be installed, see above why: connect with the internet, close Excel and LibreOffice, and double-click this file again."
pushd "%~dp0"
"%PYTHON%" -I -m pip install --quiet --disable-pip-version-check --upgrade .
if "%ERRORLEVEL%"=="0" goto connect
:installed
"%PYTHON%" -I -m xl_mastermind --version >nul 2>nul
if not "%ERRORLEVEL%"=="0" goto failed
echo MasterMind could not be updated, and opens as it was.

rem 4. Connect Excel and LibreOffice with this Python.
:connect
set "WHY=MasterMind could not be connected with Excel or LibreOffice: see above why, and double-click this file again."
"%PYTHON%" -I -m xl_mastermind setup
if not "%ERRORLEVEL%"=="0" goto failed

rem 5. Open the board. It is written if there is none yet; games and scores stay.
set "WHY=The board could not be opened: see above why, and double-click this file again."
"%PYTHON%" -I -m xl_mastermind open "%PLACE%\MasterMind.xlsm"
if not "%ERRORLEVEL%"=="0" goto failed
exit /b 0

:failed
echo.
echo %WHY%
pause
exit /b 1
