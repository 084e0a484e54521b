/* Go asks bcryptprimitives.dll for random numbers, which wine 8 does not have. */
#include <windows.h>

BOOLEAN WINAPI SystemFunction036(PVOID data, ULONG size);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size)
{
	return SystemFunction036(data, (ULONG)size);
}
