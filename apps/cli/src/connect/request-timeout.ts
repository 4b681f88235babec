/** The default time limit of any request but a prompt, such as opening a session. */
export const requestTimeoutSeconds = 120;
