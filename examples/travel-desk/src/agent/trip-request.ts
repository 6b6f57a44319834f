/** The traveller's wishes. Days are like "2027-03-12". */
export interface TripRequest {
  readonly traveller: string;
  readonly from: string;
  readonly to: string;
  readonly hotel: string;
  readonly arrival: string;
  readonly departure: string;
}

/** The request that the demo makes. */
export const lisbon: TripRequest = {
  traveller: "Ada Lovelace",
  from: "Vienna",
  to: "Lisbon",
  hotel: "Alfama",
  arrival: "2027-03-12",
  departure: "2027-03-15",
};

export function requestText({ traveller, from, to, hotel, arrival, departure }: TripRequest): string {
  return [
    `Please book for ${traveller}: a flight from ${from} to ${to} on ${arrival},`,
    `hotel ${hotel} from ${arrival} to ${departure}, and a travel insurance. Pay for the flight and the hotel.`,
    `Then send ${traveller} a mail with the dates.`,
  ].join(" ");
}
