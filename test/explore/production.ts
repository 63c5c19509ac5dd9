/** Imported before anything else: the store as it is in production, without the checks that look through the whole state at each action. */
process.env.NODE_ENV = 'production';

export {};
