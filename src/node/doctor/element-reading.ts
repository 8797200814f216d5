/** Reads answers as the element does, with its own code. */
import { replyOf, type Reply } from '../../service/reply.js';
import { hasJsonType } from './media-type.js';
import type { Answer } from './http-request.js';

/** Returns the meaning of an answer for the element. */
export function readAsElement({ status, headers, body }: Answer): Reply {
  return replyOf({
    kind: 'answer',
    status,
    retryAfter: headers.get('retry-after') ?? undefined,
    challenge: headers.get('www-authenticate') ?? undefined,
    body: hasJsonType(headers) ? body : undefined,
  });
}
