import { describe, expect, it } from 'vitest'
import { createDumpReader, type SourceRow, type WantedTables } from './mysql-dump.rules.ts'

// Form of dumps: mysqldump of MySQL 8 and MariaDB 11 (conditional comments, LOCK TABLES, table order), phpMyAdmin 5
// (column lists, one row a line) and Adminer 4, with which V2board's own database/install.sql was written.
const wanted: WantedTables = { v2_user: ['id', 'email', 'remarks', 'expired_at'] }

function read(dump: string | Buffer, size = 7, tables = wanted) {
  const rows: SourceRow[] = []
  const reader = createDumpReader(tables, (_table, row) => rows.push(row))
  const bytes = Buffer.from(dump as string)
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size))
  return { isWhole: reader.end(), rows }
}

const create = `CREATE TABLE \`v2_user\` (
  \`id\` int(11) NOT NULL AUTO_INCREMENT,
  \`email\` varchar(64) NOT NULL COMMENT 'it''s, (a) comment;',
  \`remarks\` text,
  \`discount\` decimal(5,2) DEFAULT NULL,
  \`expired_at\` bigint(20) DEFAULT '0',
  PRIMARY KEY (\`id\`),
  UNIQUE KEY \`email\` (\`email\`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8;
`

describe('a MySQL dump', () => {
  it('columns are read in the order of CREATE TABLE, whatever the size of the chunks', () => {
    const dump = `-- MySQL dump 10.13  Distrib 8.0.36
/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!50503 SET NAMES utf8mb4 */;
DROP TABLE IF EXISTS \`v2_user\`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
${create}
LOCK TABLES \`v2_user\` WRITE;
/*!40000 ALTER TABLE \`v2_user\` DISABLE KEYS */;
INSERT INTO \`v2_user\` VALUES (1,'a@b.example','x',1.50,NULL),(2,'c@d.example',NULL,NULL,-5);
/*!40000 ALTER TABLE \`v2_user\` ENABLE KEYS */;
UNLOCK TABLES;
`
    const rows = [
      { id: '1', email: 'a@b.example', remarks: 'x', expired_at: null },
      { id: '2', email: 'c@d.example', remarks: null, expired_at: '-5' },
    ]
    for (const size of [1, 2, 3, 64, 10_000]) expect(read(dump, size)).toEqual({ isWhole: true, rows })
  })

  it('columns are read in the order that an INSERT names', () => {
    const dump = `INSERT INTO \`panel\`.\`v2_user\` (\`expired_at\`, \`id\`, \`email\`) VALUES
(1700000000, 3, 'a@b.example'),
(0, 4, "c@d.example");
insert ignore into panel.v2_user (id) value (5);`
    expect(read(dump).rows).toEqual([
      { id: '3', email: 'a@b.example', expired_at: '1700000000' },
      { id: '4', email: 'c@d.example', expired_at: '0' },
      { id: '5' },
    ])
  })

  it('escapes, doubled quotes, semicolons and comments inside texts are read', () => {
    const dump = `${create}INSERT INTO v2_user VALUES (1,'o''b\\'c;--\\\\','(1,''x'');\\n/* no */ \\"q\\" # no \\0\\Z\\%',0,1); # end
# INSERT INTO v2_user VALUES (9,'commented@b.example','',0,1);
-- INSERT INTO v2_user VALUES (9,'commented@b.example','',0,1);
/* INSERT INTO v2_user VALUES (9,'commented@b.example','',0,1); */`
    const [row] = read(dump).rows
    expect(read(dump).rows).toHaveLength(1)
    expect(row?.email).toBe("o'b'c;--\\")
    expect(row?.remarks).toBe('(1,\'x\');\n/* no */ "q" # no \0\u001a%')
  })

  it('hexadecimal blobs and texts with a character set prefix are read', () => {
    const dump = `${create}INSERT INTO v2_user VALUES (1,0x6140622e6578616d706c65,X'C3A9',0,1),(2,_binary 'b@b.example',_utf8mb4'z',0,1);`
    expect(read(dump).rows).toMatchObject([
      { email: 'a@b.example', remarks: 'é' },
      { email: 'b@b.example', remarks: 'z' },
    ])
  })

  it('a dump is read although a utf8mb3 column cut an emoji in the middle', () => {
    const dump = Buffer.concat([
      Buffer.from(`${create}INSERT INTO v2_user VALUES (1,'a@b.example','hi `),
      Buffer.from('😀').subarray(0, 2),
      Buffer.from(`',0,1),(2,'c@d.example','',0,2);`),
    ])
    expect(read(dump).rows).toMatchObject([{ remarks: 'hi \uFFFD' }, { id: '2' }])
  })

  it('an INSERT of more than a megabyte is read', () => {
    const values = Array.from({ length: 20_000 }, (_, id) => `(${id},'p${id}@b.example','${'x'.repeat(40)}',0,1)`)
    const { rows, isWhole } = read(`${create}INSERT INTO \`v2_user\` VALUES ${values.join(',')};`, 65_536)
    expect([rows.length, rows.at(-1)?.email, isWhole]).toEqual([20_000, 'p19999@b.example', true])
  })

  it('triggers and procedures are skipped, because their INSERTs hold no rows', () => {
    const dump = `${create}DELIMITER ;;
/*!50003 CREATE*/ /*!50003 TRIGGER t AFTER INSERT ON v2_user FOR EACH ROW BEGIN SET @seen = 1;
INSERT INTO v2_user VALUES (NEW.id,'trigger@b.example','',0,1); END */;;
DELIMITER ;
INSERT INTO v2_user VALUES (1,'a@b.example','',0,1);`
    expect(read(dump).rows).toMatchObject([{ email: 'a@b.example' }])
  })

  it('a table that was not requested is never decoded', () => {
    const dump = `CREATE TABLE \`v2_payment\` (\`id\` int, \`config\` text);
INSERT INTO \`v2_payment\` VALUES (1,'{"key":"secret; INSERT INTO v2_user VALUES (1)"}');
${create}INSERT INTO v2_user VALUES (1,'a@b.example','',0,1);`
    expect(JSON.stringify(read(dump))).not.toContain('secret')
    expect(read(dump).rows).toHaveLength(1)
  })

  it('a dump that ends in the middle of an SQL statement is reported as cut off', () => {
    for (const tail of [",(2,'c@d.exa", ',(2,', ' ON'])
      expect(read(`${create}INSERT INTO v2_user VALUES (1,'a@b.example','',0,1)${tail}`).isWhole).toBe(tail === ' ON')
  })

  it('a dump is refused if a row has more or fewer values than columns, or if the columns are unknown', () => {
    expect(() => read(`${create}INSERT INTO v2_user VALUES (1,'a@b.example');`)).toThrow(
      'valueCount {"table":"v2_user","row":1,"values":2,"columns":5}',
    )
    expect(() => read("INSERT INTO v2_user VALUES (1,'a@b.example');")).toThrow('noColumnNames')
  })
})
