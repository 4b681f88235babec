/**
 * A key and a certificate for servers and clients of tests, valid for loopback names only and vouched for by itself.
 *
 * They are public and protect nothing.
 */

export const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg8uJiRxAK29lAJ5z/
+xVTHLT5e67r/9MjWz5bJCgGeuWhRANCAAR5cr4/i6z19CI3QFK7RL1P3kuqfADh
18XvoW2Gj6gvNZnFfmdpOXRYmCx3qxgBY22SnZKbJ75y/rvuV2qxizVz
-----END PRIVATE KEY-----
`;

export const cert = `-----BEGIN CERTIFICATE-----
MIIBozCCAUmgAwIBAgIUKfpqhwM1uXYNa+WeIJ8wioKux2swCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNbG9vcGJhY2sgdGVzdDAgFw0yNjExMTUwOTU2NDJaGA8yMTI2
MTAyMjA5NTY0MlowGDEWMBQGA1UEAwwNbG9vcGJhY2sgdGVzdDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABHlyvj+LrPX0IjdAUrtEvU/eS6p8AOHXxe+hbYaPqC81
mcV+Z2k5dFiYLHerGAFjbZKdkpsnvnL+u+5XarGLNXOjbzBtMB0GA1UdDgQWBBQS
lAWqoImS8WJvO8WWZrgyQD0rMDAfBgNVHSMEGDAWgBQSlAWqoImS8WJvO8WWZrgy
QD0rMDAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwDwYDVR0TAQH/BAUwAwEB
/zAKBggqhkjOPQQDAgNIADBFAiEAwAI4uAtks+VMrLE4y5LwMeXMfpybiUCxdaEB
pTMV4SICIE60za0QgPeSPrLHCAk+o+Di0H9ueZSfVTHSa/OuSs/5
-----END CERTIFICATE-----
`;
