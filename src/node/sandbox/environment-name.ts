/** The name of an environment. Each refuses the keys and tokens of the other. */
export type EnvironmentName = 'test' | 'live';
