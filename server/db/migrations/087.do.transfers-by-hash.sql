create index chain_transfers_hash on chain_transfers (tx_hash);
