/** Reads answers as the element does, with its own code. */
import { replyOf, type Reply } from '../../service/reply.js';
import { describeType, hasJsonType } from './media-type.js';
import type { Answer } from './http-request.js';

/** Returns the meaning of an answer for the element. */
export function readAsElement({ status, headers, body }: Answer): Reply {
  const exchange = {
    kind: 'answer',
    status,
    retryAfter: undefined,
    challenge: headers.get('www-authenticate') ?? undefined,
    mediaType: describeType(headers),
    body: hasJsonType(headers) ? body : undefined,
  } as const;
  return replyOf(exchange, 'setPinForPaymentCard');
}
