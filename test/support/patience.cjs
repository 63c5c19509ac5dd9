// Whether a test hangs, not how fast it is: the first of a file also pays for what the file imports.
jest.setTimeout(60_000);
