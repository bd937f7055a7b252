@echo off
rd /s /q out
