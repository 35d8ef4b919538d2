import { describe, expect, it } from 'vitest'
import { OpenQuote } from './csv-file.rules.ts'
import { NoPeopleColumns } from './csv-people.rules.ts'
import { DamagedDump } from './mysql-dump.rules.ts'
import { PackedFile, readSourceFile } from './read-source.rules.ts'
import type { ImportSource } from './records.rules.ts'

/**
 * People of a file as `id address plan`, rows that cannot be read as `id reason`, or why nothing of the file is read.
 */
function read(bytes: Buffer | string, source: ImportSource): string[] | string {
  try {
    const file = readSourceFile(Buffer.from(bytes as string), { source, offset: 480, algorithm: 'php', salt: '' })
    if (!file.isWhole) return 'cut off'
    const people = file.people.map(({ oldId, email, plan }) => `${oldId} ${email} ${plan ?? '-'}`)
    return [...people, ...file.unread.map(({ oldId, code }) => `${oldId} ${code}`)]
  } catch (error) {
    if (error instanceof OpenQuote) return `open quote in line ${error.line}`
    if (error instanceof NoPeopleColumns) return 'no column of addresses'
    if (error instanceof PackedFile) return 'compressed'
    if (error instanceof DamagedDump) return `damaged: ${error.fault.code}`
    throw error
  }
}
type Case = readonly [title: string, file: Buffer | string, found: readonly string[] | string]
type Table = { readonly name: string; readonly source: ImportSource; readonly cases: readonly Case[] }
const tables: Table[] = []
const table = (name: string, source: ImportSource, cases: readonly Case[]) => void tables.push({ name, source, cases })

const one = ['1 a@x.example 月付']
const two = ['1 a@x.example vip', '2 b@x.example vip']
const head = 'id,email,plan'

table('quotation marks and line breaks of a CSV file', 'csv', [
  ['plain cells', `${head}\n1,a@x.example,vip\n2,b@x.example,vip\n`, two],
  ['quoted cells', `"id","email","plan"\n"1","a@x.example","vip"\n"2","b@x.example","vip"\n`, two],
  ['no line break at the end', `${head}\n1,a@x.example,vip\n2,b@x.example,vip`, two],
  ['line breaks of Windows', `${head}\r\n1,a@x.example,vip\r\n2,b@x.example,vip\r\n`, two],
  ['line breaks of an old Mac', `${head}\r1,a@x.example,vip\r2,b@x.example,vip\r`, two],
  ['line breaks of all kinds', `${head}\r\n1,a@x.example,vip\n2,b@x.example,vip\r`, two],
  ['empty lines between', `\n\n${head}\n\n1,a@x.example,vip\n\n\n2,b@x.example,vip\n\n`, two],
  ['a separator in a quoted cell', `${head}\n1,a@x.example,"v,i,p"\n`, ['1 a@x.example v,i,p']],
  [
    'a separator in a cell without quotes',
    `${head}\n1,a@x.example,v,p\n2,b@x.example,vip\n`,
    ['2 b@x.example vip', '1 manyCells'],
  ],
  ['separators at the end of a row', `${head}\n1,a@x.example,vip,,\n2,b@x.example,vip, \n`, two],
  [
    'empty cells left out by Excel',
    `${head}\n1,a@x.example\n2,b@x.example,vip\n`,
    ['1 a@x.example -', '2 b@x.example vip'],
  ],
  ['a last row that is cut off', `${head}\n1,a@x.example,vip\n2,b@x.exa`, ['1 a@x.example vip', '2 fewCells']],
  ['a line break in a quoted cell', `${head}\n1,a@x.example,"v\nip"\n2,b@x.example,vip\n`, two],
  ['a doubled quotation mark', `${head}\n1,a@x.example,"v""i""p"\n`, ['1 a@x.example v"i"p']],
  ['a quotation mark inside a cell', `${head}\n1,a@x.example,6" vip\n`, ['1 a@x.example 6" vip']],
  ['a quotation mark that stays open', `${head}\n1,a@x.example,"vip\n2,b@x.example,vip\n`, 'open quote in line 2'],
  [
    'a quotation mark that stays open in the last row',
    `${head}\n1,a@x.example,vip\n2,b@x.example,"vi`,
    'open quote in line 3',
  ],
  ['a quotation mark that closes rows later', `${head}\n1,a@x.example,"vip\n2,b@x.example,"vip\n`, ['1 strayQuote']],
  ['a quotation mark that opens in the heading', `id,"email,plan\n1,a@x.example,vip\n`, 'open quote in line 1'],
  [
    'a backslash before a quotation mark',
    `${head}\n1,a@x.example,"v\\"ip"\n2,b@x.example,vip\n`,
    ['2 b@x.example vip', '1 strayQuote'],
  ],
  [
    'text after a quoted cell',
    `${head}\n1,"a@x".example,vip\n2,b@x.example,vip\n`,
    ['2 b@x.example vip', '1 strayQuote'],
  ],
  ['a formula around a number', `${head}\n="1",a@x.example,vip\n`, ['="1" a@x.example vip']],
  ['a row with one cell', `${head}\nThe end\n1,a@x.example,vip\n`, ['The end  -', '1 a@x.example vip']],
])

const chinese = `id,email,套餐\r\n1,a@x.example,月付\r\n`
const gbk = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')))
const [month, plan] = [
  [0xd4, 0xc2, 0xb8, 0xb6],
  [0xcc, 0xd7, 0xb2, 0xcd],
]
const wide = (text: string) => Buffer.from(text, 'utf16le')
const dumpOf = (charset: string, text: string) =>
  `SET NAMES ${charset};\nINSERT INTO v2_user (id, email, plan_id, expired_at) VALUES (1,'a@x.example','${text}',0);\n`
table('encodings of a CSV file', 'csv', [
  ['UTF-8', chinese, one],
  ['UTF-8 with a byte order mark', `\uFEFF${chinese}`, one],
  ['two byte order marks', `\uFEFF\uFEFF${chinese}`, one],
  ['a byte order mark before a quoted heading', `\uFEFF"id","email","套餐"\n1,a@x.example,月付\n`, one],
  ['a byte order mark before the separator', `\uFEFFsep=,\n${chinese}`, one],
  ['UTF-16 of Windows', wide(`\uFEFF${chinese}`), one],
  ['UTF-16 of Windows without a mark', wide(chinese), one],
  ['UTF-16 with the great byte first', wide(`\uFEFF${chinese}`).swap16(), one],
  ['UTF-16 with the great byte first, without a mark', wide(chinese).swap16(), one],
  ['UTF-16 with a byte missing', wide(`\uFEFF${chinese}`).subarray(0, -1), [...one, 'line 3 fewCells']],
  ['UTF-16 with tabs, as Excel writes it', wide(`\uFEFF${chinese.replaceAll(',', '\t')}`), one],
  ['GBK', gbk('id,email,', plan, '\n1,a@x.example,', month, '\n'), one],
  [
    'GB18030 with four bytes',
    gbk('id,email,', plan, '\n1,a@x.example,', [0x94, 0x39, 0xfc, 0x36], '\n'),
    ['1 a@x.example 😀'],
  ],
  [
    'GBK with half a character at the end',
    gbk('id,email,', plan, '\n1,a@x.example,', month, [0xd4]),
    ['1 a@x.example 月付'],
  ],
  [
    'UTF-8 with half a character',
    gbk([0xef, 0xbb, 0xbf], 'id,email,plan\n1,a@x.example,v', [0xe6, 0x9c], 'ip\n'),
    ['1 a@x.example vip'],
  ],
  ['an emoji in UTF-8', chinese.replace('月付', '😀'), ['1 a@x.example 😀']],
  ['an emoji in UTF-16', wide(`\uFEFF${chinese.replace('月付', '😀')}`), ['1 a@x.example 😀']],
  ['UTF-16 with semicolons', wide(`\uFEFF${chinese.replaceAll(',', ';')}`), one],
  ['UTF-16 that names its separator', wide(`\uFEFFsep=;\r\n${chinese.replaceAll(',', ';')}`), one],
  ['GBK with semicolons', gbk('id;email;', plan, '\n1;a@x.example;', month, '\n'), one],
  ['zeros at the end', `${head}\n1,a@x.example,vip\n2,b@x.example,vip\0\0\n`, two],
])
table('encodings of a dump', 'v2board', [
  ['UTF-8', dumpOf('utf8mb4', '月付'), one],
  ['UTF-8 with a byte order mark', `\uFEFF${dumpOf('utf8mb4', '月付')}`, one],
  ['a byte order mark right before the rows', `\uFEFF${dumpOf('utf8', '月付').split('\n')[1]}`, one],
  ['UTF-16 of PowerShell', wide(`\uFEFF${dumpOf('utf8mb4', '月付')}`), one],
  ['UTF-16 without a mark', wide(dumpOf('utf8mb4', '月付')), one],
  ['UTF-16 with the great byte first', wide(`\uFEFF${dumpOf('utf8mb4', '月付')}`).swap16(), one],
  ['GBK', gbk(dumpOf('gbk', '?').replace('?', Buffer.from(month).toString('latin1'))), one],
  ['GBK whose last byte is a backslash', gbk(dumpOf('gbk', '?').replace('?', '\u0081\u005c')), ['1 a@x.example 乗']],
  ['GB2312 in quotation marks', gbk(dumpOf("'gb2312'", '?').replace('?', Buffer.from(month).toString('latin1'))), one],
  [
    'GB18030 in a conditional comment',
    gbk(
      dumpOf('x', '?')
        .replace('SET NAMES x', '/*!40101 SET NAMES gb18030 */')
        .replace('?', Buffer.from(month).toString('latin1')),
    ),
    one,
  ],
  ['Big5 whose last byte is a backslash', gbk(dumpOf('big5', '?').replace('?', '\u00a5\u005c')), ['1 a@x.example 功']],
  ['Latin 1', gbk(dumpOf('latin1', 'vip')), ['1 a@x.example vip']],
  [
    'the name of an encoding in a value',
    `SET NAMES utf8;\nINSERT INTO v2_user (id, email, plan_id, expired_at) VALUES (1,'a@x.example','月付',0);\nINSERT INTO v2_log VALUES ('x\nSET NAMES gbk');\n`,
    one,
  ],
  ['half a character', gbk(dumpOf('utf8', '?').replace('?', '\u00e6\u009c')), ['1 a@x.example -']],
  ['a ZIP archive', Buffer.from('504b03041400', 'hex'), 'compressed'],
  ['a gzip archive', Buffer.from('1f8b0800', 'hex'), 'compressed'],
  ['an old Excel workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'compressed'],
  ['a 7z archive', Buffer.from('377abcaf271c', 'hex'), 'compressed'],
  ['a zstd archive', Buffer.from('28b52ffd00', 'hex'), 'compressed'],
  ['nothing', '', 'no column of addresses'],
])

const spread = (sign: string) => `id,email,plan\n1,a@x.example,vip\n2,b@x.example,vip\n`.replaceAll(',', sign)
table('separators of a CSV file', 'csv', [
  ['comma', spread(','), two],
  ['semicolon', spread(';'), two],
  ['tab', spread('\t'), two],
  ['a comma named in the first line', `sep=,\n${spread(',')}`, two],
  ['a semicolon named in the first line', `sep=;\r\n${spread(';')}`, two],
  ['a tab named in the first line', `SEP=\t\n${spread('\t')}`, two],
  ['commas in cells between semicolons', 'id;email;plan\n1;a@x.example;1,5\n', ['1 a@x.example 1,5']],
  ['semicolons in cells between commas', 'id,email,plan\n1,a@x.example,1;5\n', ['1 a@x.example 1;5']],
  ['a comma in a quoted heading', '"id";"email";"plan";"a, b, c, d"\n1;a@x.example;vip;\n', ['1 a@x.example vip']],
  ['tabs in quoted headings', '"id","email","plan","\t\t\t\t"\n1,a@x.example,vip,\n', ['1 a@x.example vip']],
  ['a vertical bar, which is no separator', spread('|'), 'no column of addresses'],
  ['a colon, which is no separator', spread(':'), 'no column of addresses'],
  ['spaces, which are no separator', spread(' '), 'no column of addresses'],
  ['a full-width comma, which is no separator', spread('，'), 'no column of addresses'],
  ['another separator in the rows than in the heading', 'id,email,plan\n1;a@x.example;vip\n', ['1;a@x.example;vip  -']],
  ['spaces around separators', 'id , email , plan\n1 , a@x.example , vip\n', ['1  a@x.example  vip']],
  ['one column', 'email\na@x.example\n', ['a@x.example a@x.example -']],
  ['one column without a heading', 'a@x.example\nb@x.example\n', 'no column of addresses'],
  ['headings in capitals', 'ID,EMAIL,PLAN\n1,a@x.example,vip\n', ['1 a@x.example vip']],
  ['headings in Chinese', '编号;邮箱;订阅计划\n1;a@x.example;月付\n', one],
  ['separators alone', ',,,\n,,,\n', 'no column of addresses'],
])

const create =
  "CREATE TABLE `v2_user` (\n  `id` int(11) NOT NULL AUTO_INCREMENT,\n  `email` varchar(64) NOT NULL,\n  `plan_id` int(11) DEFAULT NULL,\n  `expired_at` bigint(20) DEFAULT '0',\n  PRIMARY KEY (`id`)\n) ENGINE=InnoDB;\n"
const first = "(1,'a@x.example','vip',0)"
const second = "(2,'b@x.example','vip',0)"
const named = 'INSERT INTO `v2_user` (`id`,`email`,`plan_id`,`expired_at`) VALUES '
const mysqldump = (rows: string) =>
  `-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)\n--\n/*!40101 SET NAMES utf8mb4 */;\n${create}\nLOCK TABLES \`v2_user\` WRITE;\n${rows}UNLOCK TABLES;\n\n-- Dump completed on 2026-01-01  0:00:00\n`
const phpMyAdmin = `-- phpMyAdmin SQL Dump\n-- version 5.2.1\n-- https://www.phpmyadmin.net/\n\nSET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";\nSTART TRANSACTION;\nSET time_zone = "+00:00";\n\n${create}\n--\n-- 转存表中的数据 \`v2_user\`\n--\n\nINSERT INTO \`v2_user\` (\`id\`, \`email\`, \`plan_id\`, \`expired_at\`) VALUES\n${first},\n${second};\n\nALTER TABLE \`v2_user\`\n  ADD PRIMARY KEY (\`id\`);\nCOMMIT;\n\n/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;\n`
const navicat = `/*\n Navicat Premium Data Transfer\n\n Source Server         : panel; production\n Source Schema         : panel\n\n File Encoding         : 65001\n*/\n\nSET NAMES utf8mb4;\nSET FOREIGN_KEY_CHECKS = 0;\n\n-- ----------------------------\n-- Table structure for v2_user\n-- ----------------------------\nDROP TABLE IF EXISTS \`v2_user\`;\n${create}\n-- ----------------------------\n-- Records of v2_user\n-- ----------------------------\nINSERT INTO \`v2_user\` VALUES ${first};\nINSERT INTO \`v2_user\` VALUES ${second};\n\nSET FOREIGN_KEY_CHECKS = 1;\n`

// Begin and end of files: mysqldump of MySQL 8, mariadb-dump 10.11 to 12.2 (the line of the sandbox mode in both of its
// forms), phpMyAdmin 4.5 to 5.2 and Navicat Premium, as files in public repositories show them.
table('dialects of dumps', 'v2board', [
  ['mysqldump', mysqldump(`INSERT INTO \`v2_user\` VALUES ${first},${second};\n`), two],
  [
    'mysqldump with one row a statement',
    mysqldump(`INSERT INTO \`v2_user\` VALUES ${first};\nINSERT INTO \`v2_user\` VALUES ${second};\n`),
    two,
  ],
  ['mysqldump --insert-ignore', mysqldump(`INSERT  IGNORE INTO \`v2_user\` VALUES ${first},${second};\n`), two],
  ['mysqldump --replace', mysqldump(`REPLACE INTO \`v2_user\` VALUES ${first},${second};\n`), two],
  ['mysqldump --compact --no-create-info --complete-insert', `${named}${first},${second};\n`, two],
  ['the same with --insert-ignore', named.replace('INSERT', 'INSERT  IGNORE') + `${first},${second};\n`, two],
  ['mysqldump --compatible=ansi', (create + named).replaceAll('`', '"') + `${first},${second};\n`, two],
  [
    'mysqldump with a warning in its output',
    `mysqldump: [Warning] Using a password can be insecure.\n${mysqldump(`INSERT INTO v2_user VALUES ${first},${second};\n`)}`,
    two,
  ],
  [
    'MariaDB with the line of the sandbox mode',
    `/*M!999999\\- enable the sandbox mode */ \n${mysqldump(`INSERT INTO v2_user VALUES\n${first},\n${second};\n`)}`,
    two,
  ],
  [
    'MariaDB with the line of earlier releases',
    `/*!999999\\- enable the sandbox mode */ \n${mysqldump(`INSERT INTO v2_user VALUES\n${first},\n${second};\n`)}`,
    two,
  ],
  [
    'MariaDB with that line right before the rows',
    `/*!999999\\- enable the sandbox mode */ \n${named}${first},${second};\n`,
    two,
  ],
  [
    'MariaDB with its own conditional comments',
    `/*M!100616 SET @OLD_NOTE_VERBOSITY=@@NOTE_VERBOSITY */;\n${create}INSERT INTO v2_user VALUES ${first},${second};\n`,
    two,
  ],
  ['phpMyAdmin', phpMyAdmin, two],
  ['Navicat', navicat, two],
  ['Navicat with line breaks of Windows', navicat.replaceAll('\n', '\r\n'), two],
  [
    'Adminer',
    `-- Adminer 4.8.1 MySQL 5.7.40 dump\n\nSET NAMES utf8;\nSET time_zone = '+00:00';\n\nDROP TABLE IF EXISTS \`v2_user\`;\n${create}\nINSERT INTO \`v2_user\` (\`id\`, \`email\`, \`plan_id\`, \`expired_at\`) VALUES\n(1,\t'a@x.example',\t'vip',\t0),\n(2,\t'b@x.example',\t'vip',\t0)\nON DUPLICATE KEY UPDATE \`id\` = VALUES(\`id\`), \`email\` = VALUES(\`email\`);\n\n-- 2023-05-23 17:01:12\n`,
    two,
  ],
  [
    'HeidiSQL',
    `/*!40101 SET NAMES utf8mb4 */;\n${create}/*!40000 ALTER TABLE \`v2_user\` DISABLE KEYS */;\nINSERT INTO \`v2_user\` (\`id\`, \`email\`, \`plan_id\`, \`expired_at\`) VALUES\n\t${first},\n\t${second};\n`,
    two,
  ],
  [
    'the name of the database before the table',
    `${create.replace('`v2_user`', '`panel`.`v2_user`')}INSERT INTO \`panel\`.\`v2_user\` VALUES ${first},${second};\n`,
    two,
  ],
  [
    'the name of the database without quotation marks',
    `${create.replace('`v2_user`', 'panel.`v2_user`')}INSERT INTO panel.\`v2_user\` VALUES ${first},${second};\n`,
    two,
  ],
  [
    'words in lower case',
    `${create}insert into v2_user values ${first},${second};\n`.replace('CREATE TABLE', 'create table'),
    two,
  ],
  ['the rows of a table twice', `${named}${first};\n${named}${second};\n${named}${first};\n`, [...two, two[0]!]],
  [
    'comments of all kinds',
    `-- a; b\n# c; d\n/* e; f */\n${create}-- ;\nINSERT /* x */ INTO v2_user -- y\nVALUES ${first} /* z */, # (\n${second};\n`,
    two,
  ],
  ['a comment that never ends', `${named}${first},${second};\n/* the end`, two],
  [
    'a trigger that writes people',
    `${create}INSERT INTO v2_user VALUES ${first},${second};\nDELIMITER ;;\n/*!50003 CREATE TRIGGER t BEFORE INSERT ON v2_user FOR EACH ROW BEGIN INSERT INTO v2_user VALUES (3,'c@x.example','vip',0); END */;;\nDELIMITER ;\n`,
    two,
  ],
  [
    'another table with the same end of its name',
    `CREATE TABLE \`old_v2_user\` (\`id\` int);\nINSERT INTO \`old_v2_user\` VALUES (9);\n${named}${first},${second};\n`,
    two,
  ],
  [
    'a table with the name of a property',
    `INSERT INTO \`constructor\` VALUES (1);\nINSERT INTO \`__proto__\` (\`a\`) VALUES (1);\n${named}${first},${second};\n`,
    two,
  ],
  [
    'a text of two megabytes',
    `INSERT INTO v2_log VALUES ('${"x\\'".repeat(700_000)}');\n${named}${first},${second};\n`,
    two,
  ],
  ['an INSERT with SET', `INSERT INTO v2_user SET id=1, email='a@x.example';\n`, 'damaged: otherInsert'],
  ['a table without people', "SET NAMES utf8;\nINSERT INTO v2_plan (id,name) VALUES (1,'x');\n", []],
])

table('columns of dumps', 'v2board', [
  [
    'in another order',
    `INSERT INTO v2_user (expired_at,plan_id,email,id) VALUES (0,'vip','a@x.example',1),(0,'vip','b@x.example',2);\n`,
    two,
  ],
  [
    'in another order by CREATE TABLE',
    `CREATE TABLE v2_user (email text, expired_at int, id int, plan_id text);\nINSERT INTO v2_user VALUES ('a@x.example',0,1,'vip'),('b@x.example',0,2,'vip');\n`,
    two,
  ],
  [
    'new columns',
    `INSERT INTO v2_user (id,email,passkey,plan_id,expired_at,extra) VALUES (1,'a@x.example','x','vip',0,NULL),(2,'b@x.example','(,;)','vip',0,'it''s');\n`,
    two,
  ],
  [
    'names without quotation marks',
    `INSERT INTO v2_user (id, email, plan_id, expired_at) VALUES ${first},${second};\n`,
    two,
  ],
  [
    'names in double quotation marks',
    `INSERT INTO v2_user ("id","email","plan_id","expired_at") VALUES ${first},${second};\n`,
    two,
  ],
  [
    'a column with the name of a word',
    `CREATE TABLE v2_user (id int, \`key\` int, \`index\` int, email text, plan_id text, expired_at int);\nINSERT INTO v2_user VALUES (1,5,6,'a@x.example','vip',0),(2,5,6,'b@x.example','vip',0);\n`,
    two,
  ],
  [
    'a column with a list of values',
    `CREATE TABLE v2_user (id int, kind enum('a,b','c)') DEFAULT 'a,b', email text, plan_id text, expired_at decimal(10,0));\nINSERT INTO v2_user VALUES (1,'c)','a@x.example','vip',0),(2,'a,b','b@x.example','vip',0);\n`,
    two,
  ],
  [
    'a column with a comment',
    `CREATE TABLE v2_user (id int COMMENT 'it''s, (a) \\'comment\\';', email text, plan_id text, expired_at int);\nINSERT INTO v2_user VALUES ${first},${second};\n`,
    two,
  ],
  [
    'keys of all kinds',
    `${create.replace('  PRIMARY KEY (`id`)', '  PRIMARY KEY (`id`), UNIQUE KEY `e` (`email`), KEY `k` (`plan_id`,`expired_at`), CONSTRAINT `c` FOREIGN KEY (`plan_id`) REFERENCES `v2_plan` (`id`), FULLTEXT KEY `f` (`email`), CHECK (`id` > 0)')}INSERT INTO v2_user VALUES ${first},${second};\n`,
    two,
  ],
  [
    'the structure again in the middle',
    `${create}INSERT INTO v2_user VALUES ${first};\nDROP TABLE v2_user;\nCREATE TABLE v2_user (plan_id text, expired_at int, email text, id int);\nINSERT INTO v2_user VALUES ('vip',0,'b@x.example',2);\n`,
    two,
  ],
  ['no plan', `INSERT INTO v2_user (id,email,expired_at) VALUES (1,'a@x.example',0);\n`, ['1 a@x.example -']],
  [
    'no end of memberships',
    `INSERT INTO v2_user (id,email,plan_id) VALUES (1,'a@x.example','vip');\n`,
    ['1 unreadable'],
  ],
  ['no addresses', `INSERT INTO v2_user (id,plan_id,expired_at) VALUES (1,'vip',0);\n`, ['1  vip']],
  ['no ids', `INSERT INTO v2_user (email,plan_id,expired_at) VALUES ('a@x.example','vip',0);\n`, [' a@x.example vip']],
  ['no structure', `INSERT INTO v2_user VALUES ${first};\n`, 'damaged: noColumnNames'],
  ['the structure after the rows', `INSERT INTO v2_user VALUES ${first};\n${create}`, 'damaged: noColumnNames'],
  ['a value too many', `${named}(1,'a@x.example','vip',0,9);\n`, 'damaged: valueCount'],
  ['a value too few', `${named}${first},(2,'b@x.example','vip');\n`, 'damaged: valueCount'],
  ['an empty row', `${named}();\n`, 'damaged: valueCount'],
  [
    'the structure of a view',
    `${create}/*!50001 CREATE VIEW \`v2_user\` AS SELECT 1 */;\nINSERT INTO v2_user VALUES ${first},${second};\n`,
    two,
  ],
  [
    'a structure like another one',
    `${create}CREATE TABLE v2_copy LIKE v2_user;\nINSERT INTO v2_user VALUES ${first},${second};\n`,
    two,
  ],
])

describe.each(tables)('$name', ({ source, cases }) => {
  it('the table of cases has at least twenty cases', () => expect(cases.length).toBeGreaterThanOrEqual(20))
  it.each(cases)('%s', (_title, file, found) => expect(read(file, source)).toEqual(found))
})

describe('a file whose end is missing', () => {
  const dumps = {
    mysqldump: mysqldump(`INSERT INTO \`v2_user\` VALUES ${first},${second};\n`),
    'mysqldump in UTF-16': wide(`\uFEFF${mysqldump(`INSERT INTO \`v2_user\` VALUES ${first},${second};\n`)}`),
    phpMyAdmin,
    Navicat: navicat,
  }
  it.each(Object.entries(dumps))(
    'a %s file that is cut off at any byte yields all of its people or none',
    (_name, dump) => {
      const whole = Buffer.from(dump as string)
      const found = new Set<string>()
      for (let length = 0; length < whole.length; length++)
        found.add(JSON.stringify(read(whole.subarray(0, length), 'v2board')))
      // A file that lacks only its last comment is whole. A very short one holds no statement.
      expect([...found].toSorted()).toEqual(
        [JSON.stringify(two), '"cut off"', '"no column of addresses"', '[]']
          .filter((each) => found.has(each))
          .toSorted(),
      )
      expect(found).toContain('"cut off"')
    },
  )

  it('a CSV file that is cut off within its rows yields no shortened email address', () => {
    const whole = Buffer.from(`${head}\n1,a@x.example,vip\n2,b@x.example,vip\n`)
    const cut = Array.from({ length: whole.length - 25 }, (_, index) => read(whole.subarray(0, 25 + index), 'csv'))
    expect(cut.every((found) => !JSON.stringify(found).match(/[ab]@x\.e(?!xample )/))).toBe(true)
  })
})
