/** How the statements of banks are laid out: by the headings of their columns a file is recognised. */
import type { Text } from '../text';

/** A column of a statement, whatever the bank calls it. */
export type StatementColumn =
  | 'date'
  | 'debit'
  | 'credit'
  | 'signed'
  | 'amount'
  | 'side'
  | 'balance'
  | 'serial'
  | 'partyName'
  | 'partyAccount'
  | 'payerName'
  | 'payerAccount'
  | 'payeeName'
  | 'payeeAccount'
  | 'ownAccount'
  | 'currency'
  | 'purpose';

/** What stands in the column of the side: money out, and money in. */
export const sides: Readonly<Record<string, 1 | 2>> = {
  ...{ 借: 2, 借方: 2, 付: 2, 支出: 2, 转出: 2, D: 2, DR: 2, 借DR: 2 },
  ...{ 贷: 1, 贷方: 1, 收: 1, 收入: 1, 转入: 1, C: 1, CR: 1, 贷CR: 1 },
};

export interface StatementLayout {
  /** Value of `layout` of a statement. */
  number: number;
  /** Headings without spaces and brackets; of several, all that are there are read and joined. */
  columns: Readonly<Partial<Record<StatementColumn, readonly string[]>>>;
  /** Columns without which it is another layout. */
  needs: readonly StatementColumn[];
}

export const statementLayouts = {
  icbc: {
    number: 1,
    columns: {
      date: ['交易时间'],
      debit: ['借方发生额', '转出金额'],
      credit: ['贷方发生额', '转入金额'],
      balance: ['余额'],
      serial: ['交易流水号', '凭证号'],
      partyName: ['对方单位名称', '对方单位'],
      partyAccount: ['对方账号'],
    },
    needs: ['date', 'debit', 'credit', 'balance', 'ownAccount', 'partyName'],
  },
  ccb: {
    number: 2,
    columns: {
      date: ['交易时间', '记账日期'],
      debit: ['借方发生额/元支取', '借方发生额支取'],
      credit: ['贷方发生额/元收入', '贷方发生额收入'],
      balance: ['余额'],
      serial: ['账户明细编号-交易流水号', '企业流水号'],
      partyName: ['对方户名'],
      partyAccount: ['对方账号'],
    },
    needs: ['date', 'debit', 'credit', 'balance', 'partyName'],
  },
  cmb: {
    number: 3,
    columns: {
      date: ['交易日'],
      debit: ['借方金额'],
      credit: ['贷方金额'],
      balance: ['余额'],
      serial: ['流水号'],
      partyName: ['收付方名称'],
      partyAccount: ['收付方账号'],
    },
    needs: ['date', 'debit', 'credit', 'balance', 'partyName'],
  },
  boc: {
    number: 4,
    columns: {
      date: ['交易日期TransactionDate', '交易日期'],
      signed: ['交易金额TradeAmount', '交易金额'],
      balance: ['交易后余额After-transactionbalance', '交易后余额'],
      serial: ['交易流水号Transactionreferencenumber', '交易流水号'],
      currency: ['交易货币TradeCurrency'],
      payerName: ["付款人名称Payer'sName", '付款人名称'],
      payerAccount: ['付款人账号DebitAccountNo.', '付款人账号'],
      payeeName: ["收款人名称Payee'sName", '收款人名称'],
      payeeAccount: ["收款人账号Payee'sAccountNumber", '收款人账号'],
    },
    needs: ['date', 'signed', 'balance', 'payerName', 'payeeName'],
  },
  abc: {
    number: 5,
    columns: {
      date: ['交易时间', '交易日期'],
      credit: ['收入金额'],
      debit: ['支出金额'],
      balance: ['账户余额', '本次余额'],
      serial: ['交易日志号', '日志号', '交易流水号'],
      partyName: ['对方户名'],
      partyAccount: ['对方账号'],
    },
    needs: ['date', 'credit', 'debit', 'balance', 'partyName'],
  },
  bocom: {
    number: 6,
    columns: {
      date: ['交易时间', '交易日期', '记账日期'],
      amount: ['发生额', '交易金额'],
      side: ['借贷标志', '借贷方标志', '借贷'],
      balance: ['余额', '账户余额'],
      serial: ['企业业务编号', '核心流水号', '凭证号码'],
      partyName: ['对方户名', '对方名称'],
      partyAccount: ['对方账号'],
      ownAccount: ['账号', '卡号', '查询账号'],
    },
    needs: ['date', 'amount', 'side', 'balance', 'partyName'],
  },
} as const satisfies Record<string, StatementLayout>;

/** Number of the layout of an MT940 file (SWIFT), which names its bank by a code at most. */
export const swiftLayout = 10;
/** Number of the layout of a camt.053 file (ISO 20022), which names its bank itself. */
export const camtLayout = 9;

/** What columns are called at any bank, beside what its layout says: lists differ from page to page of an online bank. */
export const sharedColumns = {
  ownAccount: ['本方账号', '账号', '银行账号'],
  currency: ['币种', '币别', '交易币种', '交易货币'],
  purpose: [
    ...['摘要', '摘要Reference', '用途', '用途Purpose', '交易用途', '交易摘要', '业务摘要', '其它摘要', '其他摘要'],
    ...['附言', '附言Remark', '交易附言', '交易附言Remark', '客户附言', '备注', '备注Remarks', '交易说明'],
    ...['扩展摘要', '个性化信息'],
  ],
} as const satisfies StatementLayout['columns'];

/** Titles of the layouts by their numbers: whose headings they are, which other banks write, too. */
export const layoutTexts = {
  1: ['工商银行版式', 'ICBC layout'],
  2: ['建设银行版式', 'CCB layout'],
  3: ['招商银行版式', 'CMB layout'],
  4: ['中国银行版式', 'BOC layout'],
  5: ['农业银行版式', 'ABC layout'],
  6: ['交通银行版式', 'BOCOM layout'],
  9: ['camt.053', 'camt.053'],
  10: ['MT940', 'MT940'],
} as const satisfies Record<number, Text>;

/** Words before the facts above the table; of the balances those of the period, not of the day. */
export const preamble = {
  account: [
    ...['账号', '帐号', '账户号', '账卡号', '银行账号', '账户账号', '查询账号', '本方账号'],
    '查询账号Inquireraccountnumber',
  ],
  currency: ['币种', '币别', '货币', '账户币种', '货币种类'],
  opening: ['期初余额', '上期余额', '承前余额'],
  closing: ['期末余额', '本期余额', '期末结余'],
} as const;

/** Letters that a heading, a word before a fact or an amount may have: a longer text is none, and is not read. */
export const longestHeading = 60;

/** A heading, or a word before a fact, as the lists above write it. */
export function plainHeading(text: string): string {
  return text
    .slice(0, longestHeading)
    .normalize('NFKC')
    .replace(/[\s#[\]()（）:：]/g, '');
}
