/** Public 32-byte constants in signature libraries. They look like secret keys to `check-secrets.ts`. */
export const curveParameters: ReadonlySet<string> = new Set([
  // Constants of Ed25519 (RFC 8032): p − 1, p, the order, x and y of the base point, d.
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffec',
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed',
  '0x1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed',
  '0x216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51a',
  '0x6666666666666666666666666666666666666666666666666666666666666658',
  '0x52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3',
  // Constants of P-256 (FIPS 186): p, a, b, the order, x and y of the base point.
  '0xffffffff00000001000000000000000000000000ffffffffffffffffffffffff',
  '0xffffffff00000001000000000000000000000000fffffffffffffffffffffffc',
  '0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b',
  '0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551',
  '0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296',
  '0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  // Constants of secp256k1 (SEC 2): p, the order, and β of its endomorphism.
  '0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f',
  '0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141',
  '0x7ae96a2b657c07106e64479eac3434e99cf0497512f58995c1396c28719501ee',
])
