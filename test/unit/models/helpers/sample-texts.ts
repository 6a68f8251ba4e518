/** Texts of the kinds that documents and prompts hold; written for these tests. */
export const sampleTexts = {
  prose:
    'The committee reviewed the annual report and found that the increase in operating expenses was mainly caused by the acquisition of two subsidiaries in the northern region. Management expects the integration to be finished before the end of the next financial year, although some uncertainty about exchange rates remains.',
  statement:
    '| | 2023 | 2022 |\n| --- | --- | --- |\n| Revenue | $ 12,345.6 | $ 11,987.0 |\n| Cost of sales | (7,654.3) | (7,321.9) |\n| Gross margin, % | 38.0 | 38.9 |\n| EBITDA | 2,109 | 1,998 |',
  code: 'const totalOfRows = rows.reduce((sum, row) => sum + (row.netAmountUSD ?? 0), 0); // see §4.2\nif (!Number.isFinite(totalOfRows)) throw new RangeError(`bad total: ${totalOfRows}`);',
  hashes:
    'e75c3c73e48dc9a59a228af175f3732349c1d48120b41b59c1057ee3dfd7e8a1 XK7QZ9PLWM3 4f9aQz8LmNp0 JHGFDSAqwertyZXCV dGhpcyBpcyBhIHRlc3Q=',
  names:
    'Przybyszewski, Ghiasvand, Ndlovu-Mthembu, Xiaoqing Zhu, O’Shaughnessy, Łukasz, Søren Kjærgård, Đặng Thị Hồng',
  chinese: '公司本年度营业收入较上年增长百分之十二，主要由于新能源汽车业务的快速发展以及海外市场的持续扩张。',
  japanese:
    '当社の連結売上高は前年同期比で増加し、営業利益率も改善しました。データは第三者によって検証されています。',
  german:
    'Die Umsatzerlöse der Unternehmensgruppe stiegen gegenüber dem Vorjahreszeitraum um zwölf Prozent; die Vermögensgegenstände wurden planmäßig abgeschrieben.',
  russian: 'Выручка группы компаний за отчётный период увеличилась на двенадцать процентов.',
  symbols: '∑_{i=1}^{n} x_i² ≤ ‖x‖₂² · √n → ∞; α≈0.05, p<10⁻³ … “quoted” — dash • bullet ☑ ✓ 🙂👍🏽',
  blanks: 'a\n\n\n\nb        c\t\td   \n   e\r\n\r\nf',
  capitals: 'CONSOLIDATED STATEMENTS OF COMPREHENSIVE INCOME AND SHAREHOLDERS’ EQUITY (UNAUDITED)',
} as const;
