/**
 * "Pumping station 3, commissioning record": pages as a binder holds them: cropped with an origin that is
 * not zero, turned by 90, by 270 with a crop box, and upside down (180). Out: the PDF's bytes.
 */
import { Flow } from '../flow.ts';
import { A4, addPage, createPaper, EMBEDDED_SANS, finish, type PageOptions } from '../paper.ts';
import { drawLine } from '../text.ts';

const face = EMBEDDED_SANS;

/** Crop boxes in PDF user space: the trimmed sheet of a larger print. */
const CROP = [36, 48, 559, 806] as const;
const PAGES: readonly PageOptions[] = [
  { cropBox: CROP },
  { rotate: 90 },
  { rotate: 270, cropBox: [30, 60, 565, 782] },
  { rotate: 180, cropBox: CROP },
];

function purpose(flow: Flow): void {
  flow.heading('Pumping station 3, Ferrier Street');
  flow.heading('Commissioning record after the exchange of motors', 2);
  flow.paragraph(
    'Since the supply temperature was lowered, station 3 has had to move a third more water at the same pressure. Its three pumps, built in 1996, were kept; their motors were exchanged between 2 and 20 September 2024 and now turn at a speed that follows the demand. This record holds what was tested before the station was handed back to operations.',
  );
  flow.heading('What was done', 2);
  flow.list([
    'Motors of 132 kW in place of 90 kW, with converters in a room of their own.',
    'New couplings; the shafts were aligned to 0.04 mm by laser.',
    'Foundations of pumps 1 and 2 injected with resin, as hairline cracks were found.',
    'A silencer in the air outlet towards the school.',
  ]);
  flow.heading('Noise', 2);
  flow.paragraph(
    'At the nearest window, 18 metres away, 34 decibels were measured at night with all pumps running; 40 are permitted. Before the works it had been 43. Measurements were taken on 24 September between two and three in the morning, with no wind.',
  );
  flow.heading('Handing over', 2);
  flow.paragraph(
    'The station was handed over on 27 September 2024 by S. Brandvold for the works department and taken over by T. Quayle for operations. Three defects were noted: a missing lock on the converter room, a loose cable tray, and a wrong label on valve 3.12. All were put right by 4 October.',
  );
}

function pumpTest(flow: Flow): void {
  flow.breakPage();
  flow.heading('Pump test of 23 September 2024');
  flow.paragraph(
    'Each pump was run alone at five speeds. Flow was measured by ultrasound on the pressure side.',
  );
  flow.table('Table 1. Flow, head and power at five speeds', {
    rules: 'grid',
    size: 10,
    columns: [
      { header: 'Speed (rpm)', share: 1, align: 'right' },
      { header: 'Pump 1 flow (m\u00b3/h)', share: 1.2, align: 'right' },
      { header: 'Pump 2 flow (m\u00b3/h)', share: 1.2, align: 'right' },
      { header: 'Pump 3 flow (m\u00b3/h)', share: 1.2, align: 'right' },
      { header: 'Head (m)', share: 0.9, align: 'right' },
      { header: 'Power, mean (kW)', share: 1.1, align: 'right' },
      { header: 'Efficiency (%)', share: 1, align: 'right' },
    ],
    rows: [
      ['900', '214', '211', '209', '17.1', '14.6', '68.1'],
      ['1,050', '252', '249', '246', '23.4', '22.0', '72.7'],
      ['1,200', '291', '287', '283', '30.8', '31.9', '76.2'],
      ['1,350', '329', '325', '318', '39.2', '45.3', '76.5'],
      ['1,480', '362', '357', '341', '47.5', '61.4', '74.6'],
    ],
  });
  flow.paragraph(
    'Pump 3 stays behind the others at high speed. Its impeller is worn at the inlet and is to be exchanged when the spare part arrives, at the latest before the winter of 2026. Until then pump 3 serves as the reserve.',
  );
  flow.paragraph(
    'Vibration was below 2.8 mm/s on all bearings. The bearing of pump 2 on the drive side reached 71 degrees Celsius after four hours and stayed there.',
  );
}

function alarms(flow: Flow): void {
  flow.breakPage();
  flow.heading('Set points of alarms and trips');
  flow.table('Table 2. Set points', {
    rules: 'lines',
    size: 10,
    columns: [
      { header: 'Quantity', share: 2.2, align: 'left' },
      { header: 'Alarm', share: 1, align: 'right' },
      { header: 'Trip', share: 1, align: 'right' },
      { header: 'Delay (s)', share: 0.9, align: 'right' },
      { header: 'What follows', share: 2.6, align: 'left' },
    ],
    rows: [
      ['Supply pressure, high (bar)', '11.5', '12.5', '2', 'all pumps stop, relief valve opens'],
      ['Return pressure, low (bar)', '1.8', '1.2', '5', 'all pumps stop, refill starts'],
      ['Bearing temperature (\u00b0C)', '85', '95', '30', 'reserve pump takes over'],
      ['Vibration (mm/s)', '4.5', '7.1', '10', 'reserve pump takes over'],
      ['Water in the sump (cm)', '15', '40', '60', 'sump pump starts, then power off'],
      ['Temperature of converter room (\u00b0C)', '35', '42', '120', 'speed limited to 1,050 rpm'],
    ],
  });
  flow.paragraph(
    'Alarms are shown in the control room and on the telephone of the person on duty. Trips have to be reset at the station by hand. All set points were tried out on 25 September; the low-pressure trip acted after 5.2 seconds.',
  );
}

function valves(flow: Flow): void {
  flow.breakPage();
  flow.heading('Valves and their keys');
  flow.paragraph(
    'The valves of the station are numbered from the street inwards. Keys hang in the red box beside the door; the box is opened with the key of the undertaking.',
  );
  flow.table('Table 3. Main valves', {
    rules: 'grid',
    size: 10,
    columns: [
      { header: 'Valve', share: 0.8, align: 'left' },
      { header: 'Place', share: 2.6, align: 'left' },
      { header: 'Diameter (mm)', share: 1.1, align: 'right' },
      { header: 'Turns to shut', share: 1.1, align: 'right' },
    ],
    rows: [
      ['3.01', 'Supply from Mill Bridge', '400', '62'],
      ['3.02', 'Return to Mill Bridge', '400', '62'],
      ['3.07', 'Supply to Ferrier Street', '300', '48'],
      ['3.08', 'Return from Ferrier Street', '300', '48'],
      ['3.12', 'Connection between supply and return', '80', '19'],
      ['3.15', 'Drain to the sewer', '50', '12'],
    ],
  });
  flow.paragraph(
    'Valve 3.12 is sealed with lead and may be opened only on the order of the control room, since it joins supply and return. The drain, valve 3.15, must never be opened while the water is warmer than 40 degrees.',
  );
}

/** Four pages: cropped; turned by 90; turned by 270 and cropped; turned by 180 and cropped. */
export async function pumpingStation(): Promise<Buffer> {
  const pdf = createPaper({
    title: 'Pumping station 3: commissioning record',
    author: 'Harrowmere Heat, Works Department',
    language: 'en-GB',
    date: '2024-10-07',
  });
  const flow = new Flow(pdf, {
    face,
    size: 10.8,
    leading: 15.2,
    newPage(number) {
      const options = PAGES[number - 1] ?? {};
      addPage(pdf, options);
      const lying = options.rotate === 90 || options.rotate === 270;
      const [width, height] = lying ? [A4.height, A4.width] : [A4.width, A4.height];
      const style = { font: face.regular, size: 8.5, leading: 11, colour: '#666666' };
      const foot = `HH-PS3-24  sheet ${number} of ${PAGES.length}`;
      drawLine(pdf, foot, 90, height - 66, { ...style, align: 'right' }, width - 180);
      return { area: [90, 84, width - 90, height - 84], columns: 1, gutter: 0 };
    },
  });
  for (const part of [purpose, pumpTest, alarms, valves]) part(flow);
  return finish(pdf);
}
