/** @type {import('next').NextConfig} */
export default { poweredByHeader: false, cacheComponents: true, partialPrefetching: true };
