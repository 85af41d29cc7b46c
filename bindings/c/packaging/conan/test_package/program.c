/* Prints which library it runs with; it has to be of the version that it was compiled for. */
#include <iqlist.h>
#include <stdio.h>

int main(void)
{
    printf("libiqlist %u.%u.%u\n", (unsigned)(iq_version() >> 16), (unsigned)(iq_version() >> 8 & 255),
           (unsigned)(iq_version() & 255));
    return iq_version() == IQ_VERSION ? 0 : 1;
}
