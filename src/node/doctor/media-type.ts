/** The media types that the element reads. */
const JSON_TYPE = /^application\/([\w.!#$&^-]+\+)?json\s*(;|$)/i;

export function hasJsonType(headers: Headers): boolean {
  return JSON_TYPE.test(headers.get('content-type') ?? '');
}

/** Returns the media type, but only if it looks like one: the text comes from the service. */
export function describeType(headers: Headers): string {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  if (type.trim() === '') return 'missing';
  return /^[\w.+-]{1,40}\/[\w.+-]{1,80}$/.test(type.trim()) ? type.trim() : 'malformed';
}

export function isWebPage(headers: Headers, text: string): boolean {
  return /^text\/html\b/i.test(headers.get('content-type') ?? '') || /^\s*</.test(text);
}
