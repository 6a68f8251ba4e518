/**
 * "Prices and service from April 2025": a leaflet of two pages with a price table, a worked bill and
 * questions with answers. Out: the PDF's bytes.
 */
import { Flow } from '../flow.ts';
import { A4, addPage, createPaper, finish, SANS } from '../paper.ts';
import { drawLine } from '../text.ts';

const face = SANS;
const ACCENT = '#8a3d12';

function prices(flow: Flow): void {
  flow.heading('What heat costs');
  flow.paragraph(
    'These prices apply from 1 April 2025. They include all taxes. The price per kilowatt-hour is fixed for twelve months; the standing charge is fixed for two years.',
  );
  flow.table('Prices', {
    rules: 'grid',
    size: 10,
    columns: [
      { header: 'Tariff', share: 1.6, align: 'left' },
      { header: 'For whom', share: 2.6, align: 'left' },
      { header: 'Cents per kWh', share: 1, align: 'right' },
      { header: 'Standing charge a month', share: 1.3, align: 'right' },
    ],
    rows: [
      ['Home', 'houses and flats', '9.84', '$ 14.60'],
      ['Home Cool', 'return below 40 degrees', '9.12', '$ 14.60'],
      ['Public', 'schools, hospitals, museums', '8.95', '$ 58.00'],
      ['Trade', 'shops, offices, workshops', '10.37', '$ 41.50'],
      ['Summer', 'heat from May to September only', '6.20', '$ 9.90'],
    ],
  });
  flow.heading('An example', 2);
  flow.paragraph(
    'A flat of 80 square metres on the Home tariff uses 6,500 kWh in a year. That makes 639.60 dollars for heat and 175.20 dollars of standing charge, 814.80 dollars in all or 67.90 dollars a month.',
  );
  flow.heading('Ways to pay less', 2);
  flow.list([
    'Have your return temperature checked. A visit is free, and six homes in ten could change to Home Cool at once.',
    'Pay the whole year by the end of April and save 2 per cent.',
    'Receive the bill by electronic mail and save 6 dollars a year.',
  ]);
  flow.heading('New connections', 2);
  flow.paragraph(
    'A new house is connected within ten weeks of the signed order, outside the months of frost. The fee depends on the length of the branch; the first fifteen metres are included. The cellar needs a dry wall of two by two metres for meter and exchanger.',
  );
}

function service(flow: Flow): void {
  flow.breakPage();
  flow.heading('What you can expect from us');
  const answers: readonly (readonly [string, string])[] = [
    [
      'How quickly will you answer a complaint?',
      'Within ten working days, in writing and with the name of the person who dealt with it. If we need longer, you hear the reason and a date.',
    ],
    [
      'What do I get when the heat fails?',
      'If your home is cold for more than twelve hours between October and April, we pay 40 dollars without being asked, and 25 dollars more for each further day.',
    ],
    [
      'When do you come to the house?',
      'Between 7 and 18 o\u2019clock, in a window of two hours that you choose. If we miss it, you receive 30 dollars.',
    ],
    [
      'Can I leave?',
      'Yes, with three months\u2019 notice to the end of a month. The branch remains ours and is shut off free of charge.',
    ],
    [
      'Who reads my meter?',
      'Nobody. It sends its reading once a night. The battery lasts twelve years and is replaced with the meter.',
    ],
    [
      'What if I think that the meter is wrong?',
      'Ask for a test. If the meter is off by more than 4 per cent, we pay for the test and correct the bills of the last two years; otherwise the test costs 85 dollars.',
    ],
  ];
  for (const [question, answer] of answers) {
    flow.heading(question, 2);
    flow.paragraph(answer);
  }
  flow.heading('Where to find us', 2);
  flow.paragraph(
    'Service hall, Old Gasworks Yard: Monday to Friday from 8 to 16.30, Thursday to 18.30, and on the first Saturday of each month from 9 to 12. Letters reach us at the same address.',
  );
}

/** Two pages. */
export async function priceLeaflet(): Promise<Buffer> {
  const pdf = createPaper({
    title: 'Harrowmere Heat: prices and service from April 2025',
    author: 'Harrowmere Heat, Customer Service',
    language: 'en-GB',
    date: '2025-02-20',
  });
  const flow = new Flow(pdf, {
    face,
    size: 11,
    leading: 15.4,
    accent: ACCENT,
    newPage(number) {
      addPage(pdf);
      pdf.rect(0, 0, A4.width, 62).fillColor(ACCENT).fill();
      const white = { font: face.bold, size: 14, leading: 16, colour: '#ffffff' };
      drawLine(pdf, 'Prices and service from April 2025', 70, 38, white);
      drawLine(
        pdf,
        'Harrowmere Heat',
        70,
        38,
        { ...white, font: face.regular, align: 'right' },
        A4.width - 140,
      );
      const small = { font: face.regular, size: 9, leading: 11, colour: '#666666' };
      drawLine(pdf, String(number), 70, 806, { ...small, align: 'center' }, A4.width - 140);
      return { area: [70, 88, A4.width - 70, 780], columns: 1, gutter: 0 };
    },
  });
  prices(flow);
  service(flow);
  return finish(pdf);
}
