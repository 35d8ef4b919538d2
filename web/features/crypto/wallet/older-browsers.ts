/** `Object.hasOwn` for the library that speaks with wallets: it compares objects by it, and the oldest browsers have none. */
Object.hasOwn ??= (object, key) => Object.prototype.hasOwnProperty.call(object, key)
