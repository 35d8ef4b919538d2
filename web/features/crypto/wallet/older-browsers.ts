/** Polyfills `Object.hasOwn` for the WalletConnect library: the oldest supported browsers lack it. */
Object.hasOwn ??= (object, key) => Object.prototype.hasOwnProperty.call(object, key)
