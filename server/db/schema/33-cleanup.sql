
-- Digest of `../views/`: views are created anew where it changes.
-- views: 54a2d32d9653c10c
