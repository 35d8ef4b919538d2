/** Why a settlement cannot go on; the operator reads the sentence. */
export class SettlementRefused extends Error {}
