/**
 * "Financial Statements 2024": a ruled statement of income, an unruled statement of financial
 * position and cash flow, and notes; currency signs, negatives in brackets. Out: the PDF's bytes.
 */
import { Flow, type Sheet } from '../flow.ts';
import { A4, addPage, createPaper, finish, SANS } from '../paper.ts';
import type { Column, Row } from '../table.ts';
import { drawLine } from '../text.ts';

const face = SANS;
type Pdf = PDFKit.PDFDocument;

const RUNNING_HEADS = [
  'Statement of income',
  'Statement of financial position',
  'Statement of cash flows',
  'Notes to the financial statements',
  'Notes to the financial statements',
];

function dress(pdf: Pdf, number: number): Sheet {
  addPage(pdf);
  const style = { font: face.regular, size: 9, leading: 11, colour: '#444444' };
  drawLine(pdf, 'Harrowmere Heat', 64, 50, { ...style, font: face.bold });
  drawLine(pdf, RUNNING_HEADS[number - 1] ?? '', 64, 50, { ...style, align: 'right' }, A4.width - 128);
  drawLine(
    pdf,
    `Financial Statements 2024   |   ${number}`,
    64,
    800,
    { ...style, align: 'center' },
    A4.width - 128,
  );
  return { area: [64, 74, A4.width - 64, 780], columns: 1, gutter: 0 };
}

const TWO_YEARS: readonly Column[] = [
  { header: '', share: 3.4, align: 'left' },
  { header: 'Note', share: 0.5, align: 'center' },
  { header: '2024', share: 1, align: 'right' },
  { header: '2023', share: 1, align: 'right' },
];
const heading = (text: string): Row => ({ cells: [text, '', '', ''], kind: 'heading' });
const total = (label: string, now: string, before: string): Row => ({
  cells: [label, '', now, before],
  kind: 'total',
});
const grand = (label: string, now: string, before: string): Row => ({
  cells: [label, '', now, before],
  kind: 'grand',
});

function income(flow: Flow): void {
  flow.heading('Statement of income');
  flow.paragraph('for the year ended 31 December 2024 (in thousands of dollars)', { font: face.italic });
  flow.table(null, {
    rules: 'grid',
    size: 9.5,
    columns: TWO_YEARS,
    rows: [
      heading('Revenue'),
      ['Sales of heat', '1', '$ 38,412', '$ 36,905'],
      ['Standing charges', '', '9,736', '9,418'],
      ['Connection fees', '2', '2,147', '3,060'],
      ['Other revenue', '', '415', '388'],
      total('Total revenue', '50,710', '49,771'),
      heading('Operating costs'),
      ['Fuel and purchased heat', '', '(17,864)', '(20,951)'],
      ['Electricity for pumps and heat pump', '', '(6,218)', '(5,377)'],
      ['Staff costs', '3', '(7,905)', '(7,482)'],
      ['Maintenance', '', '(4,366)', '(4,871)'],
      ['Depreciation', '', '(6,840)', '(6,515)'],
      ['Other operating costs', '', '(1,927)', '(1,848)'],
      total('Total operating costs', '(45,120)', '(47,044)'),
      total('Operating surplus', '5,590', '2,727'),
      ['Finance income', '', '312', '204'],
      ['Finance costs', '4', '(2,958)', '(3,121)'],
      grand('Surplus (deficit) for the year', '$ 2,944', '$ (190)'),
    ],
  });
  flow.heading('Remarks of the treasurer', 2);
  flow.paragraph(
    'The undertaking closed the year with a surplus after a small deficit in 2023. Two things made the difference: less gas had to be bought, and the standing charge was raised by three per cent on 1 January. Electricity became dearer in the second half of the year and took back a part of what was saved on gas.',
  );
  flow.paragraph(
    'Under its by-law the undertaking pays no dividend to the city. The whole surplus goes to the general reserve and is meant for the renewal of pipes.',
  );
}

function position(flow: Flow): void {
  flow.breakPage();
  flow.heading('Statement of financial position');
  flow.paragraph('at 31 December 2024 (in thousands of dollars)', { font: face.italic });
  flow.table(null, {
    rules: 'none',
    size: 9.5,
    columns: TWO_YEARS,
    rows: [
      heading('Assets'),
      heading('Non-current assets'),
      ['Network and plant', '', '$ 121,486', '$ 117,302'],
      ['Rights to use land', '', '3,214', '3,390'],
      ['Intangible assets', '', '1,108', '1,266'],
      total('Total non-current assets', '125,808', '121,958'),
      heading('Current assets'),
      ['Inventories', '', '1,972', '2,418'],
      ['Trade receivables, net of allowance', '5', '7,305', '8,122'],
      ['Cash at bank', '', '9,461', '6,027'],
      total('Total current assets', '18,738', '16,567'),
      grand('Total assets', '$ 144,546', '$ 138,525'),
      heading('Liabilities and reserves'),
      heading('Non-current liabilities'),
      ['Borrowings', '4', '$ 68,250', '$ 67,000'],
      ['Deferred connection income', '2', '12,480', '11,935'],
      ['Provision for dismantling', '', '2,140', '1,985'],
      total('Total non-current liabilities', '82,870', '80,920'),
      heading('Current liabilities'),
      ['Borrowings due within one year', '4', '5,750', '5,500'],
      ['Trade payables', '', '8,614', '8,737'],
      ['Deposits of customers', '', '1,206', '1,206'],
      total('Total current liabilities', '15,570', '15,443'),
      total('Total liabilities', '98,440', '96,363'),
      heading('Reserves'),
      ['General reserve', '', '31,106', '28,162'],
      ['Capital reserve', '', '15,000', '14,000'],
      total('Total reserves', '46,106', '42,162'),
      grand('Total liabilities and reserves', '$ 144,546', '$ 138,525'),
    ],
  });
  flow.paragraph(
    'The capital reserve grew by the city\u2019s contribution to the second heat pump. The notes on the following pages form part of these statements.',
  );
}

function cashFlows(flow: Flow): void {
  flow.breakPage();
  flow.heading('Statement of cash flows');
  flow.paragraph('for the year ended 31 December 2024 (in thousands of dollars)', { font: face.italic });
  flow.table(null, {
    rules: 'lines',
    size: 9.5,
    columns: TWO_YEARS,
    rows: [
      heading('Operating activities'),
      ['Surplus (deficit) for the year', '', '$ 2,944', '$ (190)'],
      ['Depreciation', '', '6,840', '6,515'],
      ['Net finance costs', '', '2,646', '2,917'],
      ['Decrease (increase) in inventories', '', '446', '(212)'],
      ['Decrease (increase) in receivables', '', '817', '(655)'],
      ['Increase (decrease) in payables', '', '(123)', '904'],
      ['Increase in deferred income and provisions', '', '700', '1,240'],
      total('Net cash from operating activities', '14,270', '10,519'),
      heading('Investing activities'),
      ['Purchase of network, plant and software', '', '(10,690)', '(9,845)'],
      ['Interest received', '', '312', '204'],
      total('Net cash used in investing activities', '(10,378)', '(9,641)'),
      heading('Financing activities'),
      ['New borrowings', '4', '7,000', '5,000'],
      ['Repayment of borrowings', '4', '(5,500)', '(5,250)'],
      ['Contribution of the city', '', '1,000', '\u2013'],
      ['Interest paid', '', '(2,958)', '(3,121)'],
      total('Net cash used in financing activities', '(458)', '(3,371)'),
      total('Change in cash', '3,434', '(2,493)'),
      ['Cash at bank on 1 January', '', '6,027', '8,520'],
      grand('Cash at bank on 31 December', '$ 9,461', '$ 6,027'),
    ],
  });
  flow.paragraph(
    'No lease was entered into and no asset was exchanged without payment in either year. Cash at bank includes 1,206 thousand dollars that are held for customers as deposits and may not be spent.',
  );
}

function notes(flow: Flow): void {
  flow.breakPage();
  flow.heading('Notes to the financial statements');
  flow.heading('1  Sales of heat', 2);
  flow.paragraph(
    'Revenue is recorded when heat passes the meter of the customer. Heat delivered between the last reading and the end of the year is estimated from the degree days; the estimate at the end of 2024 came to 4,180 thousand dollars and proved too high by 36 thousand when the meters were read in January.',
  );
  flow.table(null, {
    rules: 'lines',
    columns: [
      { header: 'Customers', share: 3, align: 'left' },
      { header: '2024', share: 1, align: 'right' },
      { header: '2023', share: 1, align: 'right' },
    ],
    rows: [
      ['Homes', '$ 23,871', '$ 22,640'],
      ['Schools and hospitals', '7,206', '7,115'],
      ['Shops and offices', '4,952', '4,788'],
      ['Workshops', '2,383', '2,362'],
      { cells: ['Total', '$ 38,412', '$ 36,905'], kind: 'total' },
    ],
  });
  flow.heading('2  Connection fees', 2);
  flow.paragraph(
    'A fifth of each fee is recorded at once, for the work at the house. The rest is spread over twenty years. The fee for a house with one dwelling was 5,400 dollars in both years.',
  );
  flow.heading('3  Staff', 2);
  flow.paragraph(
    'The undertaking had 94 employees at the end of the year: 51 in operations, 17 in customer service, 15 in engineering and 11 in administration. Wages rose by 4.2 per cent on 1 April under the agreement for municipal workers. The salary of the director, Ms H. Varga, was 148 thousand dollars. Members of the Committee receive no pay.',
  );
  flow.heading('4  Borrowings', 2);
  flow.table(null, {
    rules: 'grid',
    columns: [
      { header: 'Loan', share: 2.4, align: 'left' },
      { header: 'Rate', share: 0.8, align: 'right' },
      { header: 'Ends', share: 0.8, align: 'right' },
      { header: 'Amount ($ thousand)', share: 1.4, align: 'right' },
    ],
    rows: [
      ['City bond, series C', '3.90%', '2031', '42,000'],
      ['Green loan', '4.25%', '2038', '25,000'],
      ['Equipment loan', '4.80%', '2029', '7,000'],
      { cells: ['Total', '', '', '74,000'], kind: 'total' },
    ],
  });
  flow.paragraph(
    'All rates are fixed. The equipment loan was taken up in June 2024 for the purchase of meters and mobile boilers. The bank may call the green loan if the share of gas in production exceeds 15 per cent in two years that follow each other.',
  );
  flow.breakPage();
  flow.paragraph('Borrowings fall due as follows (in thousands of dollars):');
  flow.table(null, {
    rules: 'none',
    columns: [
      { header: 'Year', share: 1.4, align: 'left' },
      ...['2025', '2026', '2027', '2028', '2029', 'Later', 'Total'].map((year) => ({
        header: year,
        share: 1,
        align: 'right' as const,
      })),
    ],
    rows: [['Repayment', '5,750', '6,000', '6,250', '6,500', '6,750', '42,750', '74,000']],
  });
  flow.heading('5  Trade receivables', 2);
  flow.table(null, {
    rules: 'grid',
    columns: [
      { header: 'Age', share: 2.6, align: 'left' },
      { header: '2024', share: 1, align: 'right' },
      { header: '2023', share: 1, align: 'right' },
    ],
    rows: [
      ['Not yet due', '$ 5,214', '$ 5,630'],
      ['1 to 30 days late', '1,180', '1,377'],
      ['31 to 90 days late', '702', '812'],
      ['More than 90 days late', '548', '710'],
      ['Allowance for losses', '(339)', '(407)'],
      { cells: ['Total', '$ 7,305', '$ 8,122'], kind: 'total' },
    ],
  });
  flow.paragraph(
    'Claims that are more than 90 days late are written down by a half, claims on firms in liquidation wholly. In 2024, 121 thousand dollars were written off for good.',
  );
  flow.heading('6  Commitments', 2);
  flow.paragraph(
    'On 12 December 2024 the contract for the second heat pump was signed at a fixed price of 8,300 thousand dollars. A first instalment of 1,660 thousand was paid in January 2025. For 420 thousand dollars pipes had been ordered that were not delivered by the end of the year.',
  );
  flow.heading('7  Disputes', 2);
  flow.paragraph(
    'The owner of a printing shop at Tanner\u2019s Row claims 265 thousand dollars for machines that were damaged by hot water in January 2024. The insurer has accepted the claim save for an excess of 25 thousand dollars, which is included in other operating costs.',
  );
  flow.heading('8  Events after the end of the year', 2);
  flow.paragraph(
    'On 14 February 2025 the Council resolved to raise the price of heat for homes by 2.5 per cent from 1 April 2025. No other event has come to light that would change these statements.',
  );
  flow.heading('Report of the City Auditor', 2);
  flow.paragraph(
    'I have examined the financial statements on pages 1 to 5. In my opinion they present fairly the position of the undertaking at 31 December 2024 and its surplus and cash flows for the year. My examination led to one recommendation: the stock of spare valves should be counted twice a year.',
  );
  flow.paragraph('Harrowmere, 20 March 2025          R. Castellan, City Auditor', { font: face.italic });
}

/** Five pages, standard fonts that are not embedded. */
export async function financialStatements(): Promise<Buffer> {
  const pdf = createPaper({
    title: 'Harrowmere Heat: Financial Statements 2024',
    author: 'Harrowmere Heat, Treasury',
    language: 'en-GB',
    date: '2025-03-20',
  });
  const flow = new Flow(pdf, {
    face,
    size: 10,
    leading: 13.6,
    newPage: (number) => dress(pdf, number),
  });
  for (const part of [income, position, cashFlows, notes]) part(flow);
  return finish(pdf);
}
