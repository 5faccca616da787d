/**
 * British spellings and their American ones: the list of Whisper's normaliser (openai/whisper, MIT), which is that of tysto.com.
 * Used by normalize-english.ts.
 */

/** Each part begins with what is replaced, where it stands last in the word, and by what: `u>` leaves the last "u" out. */
const CHANGES = `
  is>iz accessorise accessorised accessorises accessorising acclimatisation acclimatise acclimatised acclimatises acclimatising
    aggrandisement agonise agonised agonises agonising agonisingly amortisable amortisation amortisations amortise amortised amortises
    amortising anglicise anglicised anglicises anglicising annualised antagonise antagonised antagonises antagonising apologise
    apologised apologises apologising appetiser appetisers appetising appetisingly authorise authorised authorises authorising baptise
    baptised baptises baptising bastardise bastardised bastardises bastardising bowdlerise bowdlerised bowdlerises bowdlerising
    brutalise brutalised brutalises brutalising canalise canalised canalises canalising cannibalise cannibalised cannibalises
    cannibalising canonise canonised canonises canonising capitalise capitalised capitalises capitalising caramelise caramelised
    caramelises caramelising carbonise carbonised carbonises carbonising categorise categorised categorises categorising cauterise
    cauterised cauterises cauterising centralise centralised centralises centralising characterise characterised characterises
    characterising circularise circularised circularises circularising civilise civilised civilises civilising collectivise
    collectivised collectivises collectivising colonisation colonise colonised coloniser colonisers colonises colonising commercialise
    commercialised commercialises commercialising compartmentalise compartmentalised compartmentalises compartmentalising computerise
    computerised computerises computerising conceptualise conceptualised conceptualises conceptualising contextualise contextualised
    contextualises contextualising criminalise criminalised criminalises criminalising criticise criticised criticises criticising
    crystallisation crystallise crystallised crystallises crystallising customise customised customises customising decentralisation
    decentralise decentralised decentralises decentralising decriminalisation decriminalise decriminalised decriminalises
    decriminalising dehumanisation dehumanise dehumanised dehumanises dehumanising demilitarisation demilitarise demilitarised
    demilitarises demilitarising demobilisation demobilise demobilised demobilises demobilising democratisation democratise democratised
    democratises democratising demonise demonised demonises demonising demoralisation demoralise demoralised demoralises demoralising
    denationalisation denationalise denationalised denationalises denationalising deodorise deodorised deodorises deodorising
    depersonalise depersonalised depersonalises depersonalising deputise deputised deputises deputising desensitisation desensitise
    desensitised desensitises desensitising destabilisation destabilise destabilised destabilises destabilising digitise digitised
    digitises digitising disorganisation disorganised dramatisation dramatisations dramatise dramatised dramatises dramatising economise
    economised economises economising editorialise editorialised editorialises editorialising empathise empathised empathises
    empathising emphasise emphasised emphasises emphasising energise energised energises energising epitomise epitomised epitomises
    epitomising equalisation equalise equalised equaliser equalisers equalises equalising eulogise eulogised eulogises eulogising
    evangelise evangelised evangelises evangelising exorcise exorcised exorcises exorcising extemporisation extemporise extemporised
    extemporises extemporising externalisation externalisations externalise externalised externalises externalising factorise factorised
    factorises factorising familiarisation familiarise familiarised familiarises familiarising fantasise fantasised fantasises
    fantasising feminise feminised feminises feminising fertilisation fertilise fertilised fertiliser fertilisers fertilises fertilising
    fictionalisation fictionalisations fictionalise fictionalised fictionalises fictionalising finalisation finalise finalised finalises
    finalising formalisation formalise formalised formalises formalising fossilisation fossilise fossilised fossilises fossilising
    fraternisation fraternise fraternised fraternises fraternising galvanise galvanised galvanises galvanising generalisation
    generalisations generalise generalised generalises generalising ghettoise ghettoised ghettoises ghettoising glamorise glamorised
    glamorises glamorising globalisation globalise globalised globalises globalising harmonisation harmonise harmonised harmonises
    harmonising homogenise homogenised homogenises homogenising hospitalisation hospitalise hospitalised hospitalises hospitalising
    humanise humanised humanises humanising hybridise hybridised hybridises hybridising hypnotise hypnotised hypnotises hypnotising
    hypothesise hypothesised hypothesises hypothesising idealisation idealise idealised idealises idealising idolise idolised idolises
    idolising immobilisation immobilise immobilised immobiliser immobilisers immobilises immobilising immortalise immortalised
    immortalises immortalising immunisation immunise immunised immunises immunising individualise individualised individualises
    individualising industrialise industrialised industrialises industrialising initialise initialised initialises initialising
    institutionalisation institutionalise institutionalised institutionalises institutionalising intellectualise intellectualised
    intellectualises intellectualising internalisation internalise internalised internalises internalising internationalisation
    internationalise internationalised internationalises internationalising ionisation ionise ionised ioniser ionisers ionises ionising
    italicise italicised italicises italicising itemise itemised itemises itemising jeopardise jeopardised jeopardises jeopardising
    legalisation legalise legalised legalises legalising legitimise legitimised legitimises legitimising liberalisation liberalise
    liberalised liberalises liberalising lionisation lionise lionised lionises lionising liquidise liquidised liquidiser liquidisers
    liquidises liquidising localise localised localises localising magnetise magnetised magnetises magnetising marginalisation
    marginalise marginalised marginalises marginalising materialisation materialise materialised materialises materialising maximisation
    maximise maximised maximises maximising mechanisation mechanise mechanised mechanises mechanising memorialise memorialised
    memorialises memorialising memorise memorised memorises memorising mesmerise mesmerised mesmerises mesmerising metabolise
    metabolised metabolises metabolising militarise militarised militarises militarising miniaturisation miniaturise miniaturised
    miniaturises miniaturising minimise minimised minimises minimising mobilisation mobilise mobilised mobilises mobilising modernise
    modernised modernises modernising moisturise moisturised moisturiser moisturisers moisturises moisturising monopolisation monopolise
    monopolised monopolises monopolising moralise moralised moralises moralising motorised nationalisation nationalisations nationalise
    nationalised nationalises nationalising naturalisation naturalise naturalised naturalises naturalising neutralisation neutralise
    neutralised neutralises neutralising normalisation normalise normalised normalises normalising optimise optimised optimises
    optimising organisation organisational organisations organise organised organiser organisers organises organising ostracise
    ostracised ostracises ostracising overemphasise overemphasised overemphasises overemphasising oxidisation oxidise oxidised oxidises
    oxidising particularise particularised particularises particularising passivisation passivise passivised passivises passivising
    pasteurisation pasteurise pasteurised pasteurises pasteurising patronise patronised patronises patronising patronisingly
    pedestrianisation pedestrianise pedestrianised pedestrianises pedestrianising penalise penalised penalises penalising personalise
    personalised personalises personalising philosophise philosophised philosophises philosophising plagiarise plagiarised plagiarises
    plagiarising polarisation polarise polarised polarises polarising politicisation politicise politicised politicises politicising
    popularisation popularise popularised popularises popularising pressurisation pressurise pressurised pressurises pressurising
    prioritisation prioritise prioritised prioritises prioritising privatisation privatisations privatise privatised privatises
    privatising professionalisation professionalise professionalised professionalises professionalising propagandise propagandised
    propagandises propagandising proselytise proselytised proselytiser proselytisers proselytises proselytising publicise publicised
    publicises publicising pulverisation pulverise pulverised pulverises pulverising radicalise radicalised radicalises radicalising
    randomise randomised randomises randomising rationalisation rationalisations rationalise rationalised rationalises rationalising
    realisable realisation realisations realise realised realises realising recognisable recognisably recognisance recognise recognised
    recognises recognising regularisation regularise regularised regularises regularising reorganisation reorganisations reorganise
    reorganised reorganises reorganising revitalise revitalised revitalises revitalising revolutionise revolutionised revolutionises
    revolutionising rhapsodise rhapsodised rhapsodises rhapsodising ritualised romanticise romanticised romanticises romanticising
    sanitise sanitised sanitises sanitising satirise satirised satirises satirising scandalise scandalised scandalises scandalising
    scrutinise scrutinised scrutinises scrutinising secularisation secularise secularised secularises secularising sensationalise
    sensationalised sensationalises sensationalising sensitise sensitised sensitises sensitising sentimentalise sentimentalised
    sentimentalises sentimentalising serialisation serialisations serialise serialised serialises serialising sermonise sermonised
    sermonises sermonising signalise signalised signalises signalising socialisation socialise socialised socialises socialising
    sodomise sodomised sodomises sodomising solemnise solemnised solemnises solemnising specialisation specialisations specialise
    specialised specialises specialising stabilisation stabilise stabilised stabiliser stabilisers stabilises stabilising
    standardisation standardise standardised standardises standardising sterilisation sterilisations sterilise sterilised steriliser
    sterilisers sterilises sterilising stigmatisation stigmatise stigmatised stigmatises stigmatising subsidisation subsidise subsidised
    subsidiser subsidisers subsidises subsidising summarise summarised summarises summarising symbolise symbolised symbolises
    symbolising sympathise sympathised sympathiser sympathisers sympathises sympathising synchronisation synchronise synchronised
    synchronises synchronising synthesise synthesised synthesiser synthesisers synthesises synthesising systematisation systematise
    systematised systematises systematising tantalise tantalised tantalises tantalising tantalisingly temporise temporised temporises
    temporising tenderise tenderised tenderises tenderising terrorise terrorised terrorises terrorising theorise theorised theorises
    theorising transistorised traumatise traumatised traumatises traumatising trivialise trivialised trivialises trivialising tyrannise
    tyrannised tyrannises tyrannising unauthorised uncivilised underutilised unionisation unionise unionised unionises unionising
    unorganised unrecognisable unrecognised urbanisation urbanise urbanised urbanises urbanising utilisable utilisation utilise utilised
    utilises utilising vandalise vandalised vandalises vandalising vaporisation vaporise vaporised vaporises vaporising verbalise
    verbalised verbalises verbalising victimisation victimise victimised victimises victimising visualisation visualisations visualise
    visualised visualises visualising vocalisation vocalisations vocalise vocalised vocalises vocalising vulcanised vulgarisation
    vulgarise vulgarised vulgarises vulgarising westernisation westernise westernised westernises westernising womanise womanised
    womaniser womanisers womanises womanising
  u> arbour arbours ardour armour armoured armourer armourers armouries armoury baulk baulked baulking baulks behaviour behavioural
    behaviourism behaviourist behaviourists behaviours belabour belaboured belabouring belabours candour catalogued cataloguing clamour
    clamoured clamouring clamours clangour colour colourant colourants coloured coloureds colouring colourize colourized colourizes
    colourizing colourless colours demeanour discolour discoloured discolouring discolours disfavour dishonour dishonourable
    dishonourably dishonoured dishonouring dishonours enamoured endeavour endeavoured endeavouring endeavours favour favourable
    favourably favoured favouring favourite favourites favouritism favours fervour flavour flavoured flavouring flavourings flavourless
    flavours flavoursome harbour harboured harbouring harbours honour honourable honourably honoured honouring honours humour humoured
    humouring humourless humours labour laboured labourer labourers labouring labours misbehaviour misdemeanour misdemeanours mould
    moulded moulder mouldered mouldering moulders mouldier mouldiest moulding mouldings moulds mouldy moult moulted moulting moults
    multicoloured neighbour neighbourhood neighbourhoods neighbouring neighbourliness neighbourly neighbours odour odourless odours
    parlour parlours rancour remould remoulded remoulding remoulds rigour rigours rumour rumoured rumours saviour saviours savour
    savoured savouries savouring savours savoury smoulder smouldered smouldering smoulders splendour splendours succour succoured
    succouring succours technicolour tricolour tricolours tumour tumours unfavourable unfavourably unsavoury valour vapour vapours
    vigour watercolour watercolours
  ll>l backpedalled backpedalling bedevilled bedevilling bejewelled bevelled calliper callipers callisthenics cancelled cancelling
    carolled carolling cavilled cavilling channelled channelling chilli chiselled chiselling councillor councillors counselled
    counselling counsellor counsellors crueller cruellest cudgelled cudgelling dialled dialling disembowelled disembowelling dishevelled
    drivelled drivelling duelled duelling enamelled enamelling fillet filleted filleting fillets funnelled funnelling gambolled
    gambolling gravelled grovelled grovelling gruelling gruellingly impanelled impanelling imperilled imperilling initialled initialling
    jewelled jeweller jewellers labelled labelling levelled leveller levellers levelling libelled libelling libellous marshalled
    marshalling marvelled marvelling marvellous marvellously modelled modeller modellers modelling panelled panelling panellist
    panellists parcelled parcelling pedalled pedalling pencilled pencilling quarrelled quarrelling ravelled ravelling refuelled
    refuelling remodelled remodelling revelled reveller revellers revelling rivalled rivalling shovelled shovelling shrivelled
    shrivelling signalled signalling snivelled snivelling snorkelled snorkelling spiralled spiralling squirrelled squirrelling
    stencilled stencilling swivelled swivelling tasselled towelled towelling tranquillity tranquillize tranquillized tranquillizer
    tranquillizers tranquillizes tranquillizing travelled traveller travellers travelling trialled trialling tunnelled tunnelling
    unequalled unravelled unravelling unrivalled untrammelled weaselled weaselling woollen woollens woollies woolly yodelled yodelling
  ae>e aeon aeons aesthete aesthetes aesthetic aesthetically aesthetics aetiology anaemia anaemic anaesthesia anaesthetic anaesthetics
    anaesthetist anaesthetists anaesthetize anaesthetized anaesthetizes anaesthetizing archaeologically archaeologist archaeologists
    bougainvillaea bougainvillaeas caesarean caesareans chimaera chimaeras encyclopaedia encyclopaedias encyclopaedic faecal faeces
    gynaecological gynaecologist gynaecologists gynaecology haematological haematologist haematologists haematology haemoglobin
    haemophilia haemophiliac haemophiliacs haemorrhage haemorrhaged haemorrhages haemorrhaging haemorrhoids leukaemia mediaeval
    orthopaedic orthopaedics paederast paederasts paediatric paediatrician paediatricians paediatrics paedophile paedophiles paedophilia
    palaeolithic palaeontologist palaeontologists palaeontology praesidium praesidiums primaeval toxaemia
  re>er accoutrements amphitheatre amphitheatres calibre calibres centilitre centilitres centimetre centimetres centre centrefold
    centrefolds centrepiece centrepieces centres epicentre epicentres fibre fibreglass fibres goitre goitres kilometre kilometres
    lacklustre litre litres louvre louvres lustre meagre metre metres micrometre micrometres millilitre millilitres millimetre
    millimetres mitre mitres reconnoitre reconnoitres sabre sabres saltpetre sceptre sceptres sepulchre sepulchres sombre spectre
    spectres theatre theatregoer theatregoers theatres
  alys>alyz analyse analysed analyses analysing breathalyse breathalysed breathalyser breathalysers breathalyses breathalysing catalyse
    catalysed catalyses catalysing paralyse paralysed paralyses paralysing psychoanalyse psychoanalysed psychoanalyses psychoanalysing
  l>ll appal appals cancelation cancelations crenelated distil distils enrol enrols enthral enthrals fulfil fulfilment fulfils instal
    instalment instalments instals instil instils
  oe>e diarrhoea edoema foetal foetid foetus foetuses gonorrhoea homoeopath homoeopathic homoeopaths homoeopathy oesophagus oesophaguses
    oestrogen pharmacopoeia pharmacopoeias
  draught>draft draught draughtboard draughtboards draughtier draughtiest draughts draughtsman draughtsmanship draughtsmen draughtswoman
    draughtswomen draughty
  ramme>ram aerogramme aerogrammes centigramme centigrammes gramme grammes kilogramme kilogrammes milligramme milligrammes programme
    programmes
  gue>g analogue analogues catalogue catalogues dialogue dialogues epilogue epilogues monologue monologues prologue prologues
  c>s defence defenceless defences licence licenced licences licencing offence offences pretence pretences
  gaol>jail gaol gaolbird gaolbirds gaolbreak gaolbreaks gaoled gaoler gaolers gaoling gaols
  sc>sk disc discs sceptic sceptical sceptically scepticism sceptics videodisc videodiscs
  lough>low plough ploughed ploughing ploughman ploughmen ploughs ploughshare ploughshares snowplough
  y>i cypher cyphers syphon syphoned syphoning syphons tyre tyres
  oeuvr>euver manoeuvrability manoeuvrable manoeuvred manoeuvring manoeuvrings outmanoeuvred outmanoeuvring
  sulph>sulf sulphate sulphates sulphide sulphides sulphur sulphurous
  os>oz cosier cosies cosiest cosily cosiness cosy
  e> ageing axe bingeing glueing phoney storey
  ss>s biassed biassing busses bussing gasses minibusses
  rey>ray grey greyed greying greyish greyness greys
  uillis>uiliz tranquillise tranquillised tranquilliser tranquillisers tranquillises tranquillising
`;

/** Words that change otherwise. */
const OTHERS = `aeroplane=airplane aeroplanes=airplanes almanack=almanac almanacks=almanacs aluminium=aluminum anaesthetise=anesthetize
  anaesthetised=anesthetized anaesthetises=anesthetizes anaesthetising=anesthetizing archaeology=archeology
  archeological=archaeological artefact=artifact artefacts=artifacts bannister=banister bannisters=banisters battleax=battleaxe
  behove=behoove behoved=behooved behoves=behooves bevvies=bevies bevvy=bevy centred=centered cheque=check chequebook=checkbook
  chequebooks=checkbooks chequered=checkered cheques=checks clarinettist=clarinetist clarinettists=clarinetists colourful=colorful
  colourfully=colorfully connexion=connection connexions=connections epaulette=epaulet epaulettes=epaulets flautist=flutist
  flautists=flutists gage=gauge gaged=gauged gages=gauges gaging=gauging gipsies=gypsies glamor=glamour groyne=groin groynes=groins
  gryphon=griffin gryphons=griffins inflexion=inflection inflexions=inflections jewellery=jewelry judgement=judgment likeable=likable
  louvred=louvered manoeuvre=maneuver manoeuvres=maneuvers mhm=hmm misspelt=misspelled mmm=hmm moustache=mustache moustached=mustached
  moustaches=mustaches moustachioed=mustachioed omelette=omelet omelettes=omelets outmanoeuvre=outmaneuver outmanoeuvres=outmaneuvers
  philtre=filter philtres=filters pouffe=pouf pouffes=poufs practise=practice practised=practiced practises=practices
  practising=practicing pummelled=pummel pummelling=pummeled pyjama=pajama pyjamas=pajamas pzazz=pizzazz reconnoitred=reconnoitered
  reconnoitring=reconnoitering sheikh=sheik snowploughs=snowplow storeys=stories tonne=ton tonnes=tons tranquilly=tranquility
  travelog=travelogue travelogs=travelogues waggon=wagon waggons=wagons worshipped=worshiped worshipper=worshiper
  worshipping=worshiping yoghourt=yogurt yoghourts=yogurts yoghurt=yogurt yoghurts=yogurts`;

const AMERICAN: ReadonlyMap<string, string> = new Map([
  ...CHANGES.trim()
    .split(/\s+(?=\S*>)/)
    .flatMap((part) => {
      const [change, ...words] = part.split(/\s+/);
      const [from, to] = change!.split('>');
      return words.map((word) => [word, changed(word, from!, to!)] as const);
    }),
  ...OTHERS.split(/\s+/).map((pair) => pair.split('=') as [string, string]),
]);

/** @param word in lower case */
export function americanSpelling(word: string): string {
  return AMERICAN.get(word) ?? word;
}

function changed(word: string, from: string, to: string): string {
  const at = word.lastIndexOf(from);
  return word.slice(0, at) + to + word.slice(at + from.length);
}
