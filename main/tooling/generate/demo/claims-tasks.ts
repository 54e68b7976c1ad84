/** One made-up claim: who asks what in which language, what is damaged, and what an adjuster would decide. */
export type ClaimTask = {
  readonly lang: 'en' | 'de' | 'fr' | 'es';
  readonly text: string;
  /** Estimate in euros: what, how much, and whether the policy covers it. */
  readonly items: readonly (readonly [what: string, euros: number, isCovered: boolean])[];
  readonly excess: number;
  readonly clause: string;
  /** Why the decision is what it is. */
  readonly rationale: string;
};

const task = (
  lang: ClaimTask['lang'],
  text: string,
  items: ClaimTask['items'],
  excess: number,
  clause: string,
  rationale: string,
): ClaimTask => ({ lang, text, items, excess, clause, rationale });

/** All texts are ours; names, numbers and policies do not exist. */
export const CLAIM_TASKS: readonly ClaimTask[] = [
  task('en', 'Hail damage to bonnet and roof, windscreen cracked. Estimate attached. Decide and calculate the payout.', [['hail dents', 1640, true], ['windscreen', 524.5, true]], 450, '4.2', 'Both excesses apply: 300 for hail, 150 for glass.'),
  task('de', 'Wildunfall auf der Landstraße, Frontschaden und Kühler defekt. Polizei war vor Ort. Bitte entscheiden.', [['Front', 3120, true], ['Kühler', 488, true]], 400, '4.5', 'Wildschaden ist gedeckt, die Selbstbeteiligung gilt einmal.'),
  task('en', 'Hit while parked, other driver unknown. Is the bumper covered under my policy?', [['bumper', 980, true]], 500, '3.3', 'Vandalism and unknown third parties are covered with the higher excess.'),
  task('fr', 'Dégât des eaux dans la cuisine, plafond du voisin touché aussi. Que prenez-vous en charge ?', [['cuisine', 2350, true], ['plafond du voisin', 760, true]], 200, '7.1', 'Le dégât des eaux couvre le logement et le voisin.'),
  task('en', 'Claim for a stolen e-bike, the receipt is lost but I have a photo of the frame number.', [['e-bike', 2890, true]], 250, '9.4', 'A frame number is enough proof of ownership.'),
  task('en', 'Second windscreen claim in nine months. Please check prior claims before you decide.', [['windscreen', 610, true]], 150, '6.1', 'Two glass claims a year are allowed.'),
  task('es', 'Rotura de luna lateral durante un intento de robo, no falta nada dentro. ¿Qué cubre la póliza?', [['luna lateral', 312, true]], 150, '6.2', 'La luna está cubierta, no falta ningún objeto.'),
  task('de', 'Marderschaden: Kabelbaum und Dämmmatte zerbissen. Folgeschaden am Motor steht auch in der Rechnung.', [['Kabelbaum', 690, true], ['Dämmmatte', 145, true], ['Motor', 2210, false]], 150, '4.7', 'Folgeschäden am Motor sind nicht gedeckt.'),
  task('en', 'Storm took 14 roof tiles and rain came into the loft. The carpet there is ruined as well.', [['tiles', 720, true], ['loft ceiling', 1340, true], ['carpet', 410, true]], 300, '5.1', 'Storm and the rain that follows are one event.'),
  task('en', 'Total loss after a flood. I ask for the purchase price, not the market value.', [['market value', 11800, true], ['difference to price', 4100, false]], 500, '8.3', 'Only the market value is insured after the first year.'),
  task('en', 'Rear-end collision abroad, green card shown, repair invoice is in another currency.', [['repair', 2275, true]], 300, '3.9', 'Abroad is covered in the green card area.'),
  task('de', 'Feuchtigkeit hinter der Dusche, eine Leckortung wurde bezahlt. Wird die Silikonfuge auch übernommen?', [['Leckortung', 380, true], ['Trocknung', 940, true], ['Silikonfuge', 65, false]], 200, '7.3', 'Fugen sind Wartung und nicht gedeckt.'),
  task('en', 'Key lost on holiday, the locksmith changed three cylinders instead of one.', [['one cylinder', 140, true], ['two cylinders', 260, false]], 0, '10.2', 'Only the cylinder of the lost key is covered.'),
  task('en', 'My vehicle rolled into the garden wall because the handbrake was not fully on. Bumper and wall are damaged.', [['vehicle', 2380, true], ['own wall', 1150, false]], 500, '3.1', "Damage to the insured's own property is excluded by 3.6."),
  task('fr', "Vol de bagages dans la voiture, vitre brisée, plainte déposée le jour même.", [['bagages', 640, true], ['vitre', 290, true]], 150, '9.1', 'Le vol avec effraction est couvert.'),
  task('en', 'Burst pipe in the utility room while we were away for five weeks in winter.', [['pipe and floor', 3870, false]], 300, '7.6', 'Unheated homes are not covered after 30 days away.'),
  task('es', 'Granizo en el capó y en el invernadero del jardín. El invernadero no está asegurado, creo.', [['capó', 890, true], ['invernadero', 1200, false]], 300, '4.2', 'El invernadero no figura en la póliza.'),
  task('de', 'Fahrrad aus dem verschlossenen Keller gestohlen, Rechnung und Anzeige liegen bei.', [['Fahrrad', 1450, true]], 150, '9.4', 'Verschlossener Keller gilt als gesichert.'),
  task('en', 'The dishwasher leaked on to the parquet. The hose was seven years old.', [['parquet', 2640, true], ['hose', 35, false]], 200, '7.1', 'The water damage is covered, the worn part is not.'),
  task('en', 'A branch fell on the carport and dented the car under it. Wind force was eight according to the station.', [['carport', 860, true], ['car roof', 1320, true]], 300, '5.1', 'Force eight counts as a storm.'),
  task('fr', "Pare-brise fissuré par un gravillon, réparation ou remplacement ?", [['remplacement', 540, true]], 150, '6.1', 'Une fissure dans le champ de vision impose le remplacement.'),
  task('en', 'Laptop dropped at the airport security check. It was in its sleeve.', [['laptop', 1190, false]], 0, '9.8', 'Travel policies exclude electronics that fall.'),
  task('de', 'Sturm hat das Trampolin gegen den Zaun des Nachbarn geweht. Er will den Zaun bezahlt haben.', [['Zaun', 520, false]], 150, '5.4', 'Ungesicherte Gegenstände sind ausgeschlossen.'),
  task('en', 'Power surge after lightning: router, television and heating control are dead.', [['router', 120, true], ['television', 780, true], ['heating control', 940, true]], 200, '5.6', 'Surge by lightning is covered with an engineer report.'),
  task('es', 'Inundación del garaje, coche con agua hasta los asientos. ¿Siniestro total?', [['valor venal', 7400, true]], 500, '8.1', 'La reparación supera el valor venal.'),
  task('en', 'Someone scratched both doors with a key. No witness, no report to the police.', [['both doors', 1480, false]], 500, '3.3', 'Vandalism needs a report within 48 hours.'),
  task('en', 'Wine spilled on a neighbour’s rug during dinner. It is hand woven.', [['cleaning', 180, true], ['loss of value', 400, true]], 100, '11.2', 'Liability covers cleaning and the loss of value.'),
  task('de', 'Hund hat den Postboten gebissen, Arztkosten und zerrissene Hose.', [['Arztkosten', 310, true], ['Hose', 89, true]], 0, '11.5', 'Tierhalterhaftung deckt Personen- und Sachschaden.'),
  task('fr', "Chute à vélo en location, cadre tordu, la caution a été retenue.", [['caution', 450, true]], 100, '11.7', 'La responsabilité couvre les objets loués.'),
  task('en', 'Theft of tools from a locked van overnight. The policy says no cover between 22:00 and 6:00.', [['tools', 2340, false]], 250, '9.6', 'The night clause excludes tools left in a van.'),
  task('en', 'Glass roof of the conservatory shattered, cause unknown, two panes.', [['two panes', 1620, true]], 150, '6.4', 'Glass breakage is covered whatever the cause.'),
  task('de', 'Rohrbruch im Bad, der Klempner hat auch gleich die alte Armatur ersetzt.', [['Rohr', 620, true], ['Wand öffnen', 480, true], ['Armatur', 230, false]], 200, '7.1', 'Die Armatur ist eine Modernisierung.'),
  task('en', 'Rental car abroad: tyre and rim damaged by a pothole at night.', [['tyre', 160, false], ['rim', 280, false]], 0, '3.8', 'Tyres and rims of rental cars are excluded.'),
  task('es', 'Caída de una teja sobre el coche del vecino con viento fuerte.', [['capó del vecino', 760, true]], 200, '11.3', 'La responsabilidad del edificio cubre el daño.'),
  task('en', 'Smoke damage after a pan fire. The hood and ceiling need paint, the kitchen front is melted.', [['paint', 620, true], ['hood', 340, true], ['front', 1900, true]], 300, '5.8', 'Fire and smoke are covered as one event.'),
  task('en', 'My son broke the glass door of the school. The school sent me the invoice.', [['glass door', 690, true]], 100, '11.2', 'Children are covered by family liability.'),
  task('fr', "Tempête : antenne arrachée et tuiles tombées dans la cour.", [['antenne', 260, true], ['tuiles', 540, true]], 300, '5.1', 'La tempête est attestée par la station.'),
  task('de', 'Parkrempler selbst verursacht, fremder Kotflügel und eigene Stoßstange.', [['fremder Kotflügel', 1230, true], ['eigene Stoßstange', 870, true]], 500, '3.1', 'Haftpflicht zahlt fremd, Vollkasko das eigene Auto.'),
  task('en', 'Freezer failed during a power cut, all food spoiled.', [['food', 240, true]], 50, '7.9', 'Frozen goods are covered up to 300 euros.'),
  task('en', 'Solar panel cracked, inverter shows a fault. Installer says hail two weeks ago.', [['panel', 430, true], ['inverter', 1150, false]], 300, '4.2', 'The inverter fault is not linked to hail.'),
  task('en', 'Stolen catalytic converter, the car was in a public car park.', [['converter', 1780, true]], 300, '9.2', 'Theft of fixed parts is covered.'),
  task('de', 'Überspannung nach Gewitter: Wallbox und Waschmaschine ohne Funktion.', [['Wallbox', 890, true], ['Waschmaschine', 620, true]], 200, '5.6', 'Überspannung durch Blitz ist gedeckt.'),
  task('en', 'Hotel refused a refund after I cancelled with a doctor’s note.', [['hotel', 720, true]], 80, '12.1', 'Cancellation for illness is covered with a note.'),
  task('fr', "Annulation de voyage pour raison professionnelle, billets non remboursables.", [['billets', 890, false]], 80, '12.4', 'Les raisons professionnelles sont exclues.'),
  task('es', 'Equipaje retrasado 36 horas, compré ropa y artículos de aseo.', [['ropa', 180, true], ['aseo', 40, true]], 0, '12.6', 'El retraso de equipaje da derecho a compras necesarias.'),
  task('en', 'Suitcase wheels broken after the flight. The airline paid half already.', [['second half', 75, true]], 0, '12.7', 'The remainder after the airline is covered.'),
  task('en', 'Boat engine damaged by a rope in the harbour.', [['propeller', 540, true], ['gearbox', 1900, true]], 750, '13.2', 'Foreign objects in the water are an accident.'),
  task('de', 'Anhänger auf der Autobahn geplatzt, Reifen alt, Kotflügel abgerissen.', [['Kotflügel', 420, false], ['Reifen', 160, false]], 300, '3.8', 'Verschleiß der Reifen schließt den Schaden aus.'),
  task('en', 'A marten again: second cable bite this year, ultrasound device was fitted.', [['cables', 530, true]], 150, '4.7', 'Repeated bites are covered when a device is fitted.'),
  task('en', 'Broken front tooth at football practice of the club.', [['dentist', 860, false]], 0, '14.1', 'Accident cover excludes club sport in this tariff.'),
  task('fr', "Infiltration par le toit plat, l'étanchéité a vingt ans.", [['plafond', 980, false]], 200, '7.4', 'Le défaut d’entretien est exclu.'),
  task('en', 'Fence blown over, posts rotten at the foot. Wind force nine.', [['fence', 1140, false]], 300, '5.2', 'Rotten posts are wear, not storm.'),
  task('de', 'Glasbruch am Ceranfeld, Topf gefallen.', [['Ceranfeld', 480, true]], 100, '6.5', 'Ceranfelder zählen zum Glasbruch.'),
  task('en', 'Phone stolen from a café table. Police report from the next day.', [['phone', 640, false]], 0, '9.7', 'Theft without force is not covered.'),
  task('es', 'Rayo: portero automático y alarma averiados, informe del técnico adjunto.', [['portero', 320, true], ['alarma', 510, true]], 200, '5.6', 'El informe confirma la sobretensión por rayo.'),
  task('en', 'Car wash tore off the rear wiper. The operator denies it.', [['wiper', 130, true]], 500, '3.2', 'The damage is below the excess, so nothing is paid.'),
  task('en', 'Landlord asks for the scratched bathtub after moving out.', [['repair', 280, true]], 100, '11.6', 'Damage to rented rooms is covered.'),
  task('en', 'Roof box lost on the motorway, two skis inside, one driver behind had to brake.', [['roof box', 390, true], ['skis', 520, false]], 300, '3.4', 'The box is part of the car, its content is not.'),
];
