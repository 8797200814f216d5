/**
 * The parts of `node:http` that the sandbox uses for scripted answers, which a page can't order.
 */
export const STATUS_CODES: Readonly<Record<number, string>> = {};

export function validateHeaderName(): void {}

export function validateHeaderValue(): void {}
