import { generateKeyPairSync, sign } from 'node:crypto';

/** Creates a key and a self-signed certificate, so that the repository contains no private key. */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = der(0x30, Buffer.from('06082a8648ce3d040302', 'hex'));
  const emptyName = der(0x30);
  const times = ['200101000000Z', '491231235959Z'].map((time) => der(0x17, Buffer.from(time)));
  const content = der(
    0x30,
    der(0x02, Buffer.of(1)),
    ecdsaWithSha256,
    emptyName,
    der(0x30, ...times),
    emptyName,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', content, privateKey));
  const certificate = der(0x30, content, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
  };
}

/** Encodes a value in ASN.1's distinguished encoding rules. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length =
    size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.of(tag, ...length), content]);
}
