globalThis.mount = (place) =>
  new Promise((resolve, reject) => {
    const element = document.createElement('set-card-pin');
    const settings = Object.fromEntries(new URLSearchParams(location.search));
    element.endpoint = settings.endpoint;
    element.cardId = 'card_benchmark';
    if (settings.frame) element.frameSrc = settings.frame;
    element.addEventListener('pin-ready', resolve);
    // For example, the frame page might not respond in time.
    element.addEventListener('pin-error', reject);
    place.append(element);
  });
