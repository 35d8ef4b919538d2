/** Adds `Object.hasOwn` for the WalletConnect library, because the oldest supported browsers lack it. */
Object.hasOwn ??= (object, key) => Object.prototype.hasOwnProperty.call(object, key)
